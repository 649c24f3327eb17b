import { DAY_MS } from '../time/units.ts'

/**
 * What is signed of an event, as Standard Webhooks has it: its id, the moment of this try in seconds since 1970, and
 * its body byte for byte. A receiver that refuses old moments cannot be told the same again by anybody else.
 */
export const signedContent = ({ id, timestamp_s, body }: { id: string; timestamp_s: number; body: string }) =>
  `${id}.${timestamp_s}.${body}`

/** Whoever rotates a secret has so long to bring the new one to all receivers: both sign. */
export const OVERLAP_MS = DAY_MS
