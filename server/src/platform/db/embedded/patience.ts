import { HOUR_MS } from '#domain/time/units.ts'

/** How long to wait for the embedded database, ms. Tests are less patient. */
export type Patience = {
  /** For a server to live at all; one that lives is waited for. */
  start_ms_max: number
  /** For one that lives to take connections: recovery may have much to replay, but not for ever. */
  recovery_ms_max: number
  /** For an orderly end, which writes what is in memory: 128 MB, on a slow disk. */
  stop_ms_max: number
  /** For an end without that; PostgreSQL itself kills what has not obeyed after 5 s. */
  quit_ms_max: number
  /** Between two lines to the log about a server that keeps us waiting. */
  tell_ms: number
}

export const PATIENCE: Patience = {
  start_ms_max: 60_000,
  recovery_ms_max: 24 * HOUR_MS,
  stop_ms_max: 10_000,
  quit_ms_max: 8_000,
  tell_ms: 10_000,
}
