export type Idle = { kind: 'active' } | { kind: 'warning'; left_s: number } | { kind: 'ended' }

const WARNING_MS = 120_000

/**
 * Where a session stands `idle_ms` after the last activity: warned for the last two minutes before the limit. The
 * server may have heard of it a little earlier, and then what is left there counts.
 */
export const readIdle = (
  idle_ms: number,
  idle_ms_max: number,
  server_left_ms = Number.POSITIVE_INFINITY,
): Idle => {
  const left_ms = Math.min(idle_ms_max - idle_ms, server_left_ms)
  if (left_ms <= 0) return { kind: 'ended' }
  if (left_ms > Math.min(WARNING_MS, idle_ms_max / 2)) return { kind: 'active' }
  return { kind: 'warning', left_s: Math.ceil(left_ms / 1000) }
}

/** "2:00", "0:07". */
export const clockText = (left_s: number) =>
  `${Math.floor(left_s / 60)}:${String(left_s % 60).padStart(2, '0')}`
