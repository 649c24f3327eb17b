/**
 * The header by which a write is answered where the database was after it, for installations that read from copies.
 * Sent back with the reads of the next SEEN_MS it makes them contain that write.
 */
export const POSITION_HEADER = 'x-database-position'
export const SEEN_MS = 10_000
