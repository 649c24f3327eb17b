/**
 * The header by which a write is answered where the database was after it, for installations that read from copies.
 * Sent back with the reads of the next SEEN_MS it makes them contain that write. Of two, the greater text is the later.
 */
export const POSITION_HEADER = 'x-database-position'

/** Twice what another primary may take: a copy has stood still for as long, and lacks what was written just before. */
export const SEEN_MS = 60_000

/** Where nobody could say it: what is read with this is read in the database itself. */
export const POSITION_UNKNOWN = 'F'.repeat(24)
