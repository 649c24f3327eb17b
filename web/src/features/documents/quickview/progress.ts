import { IN_PROGRESS, type Status } from '#domain/documents/lifecycle.ts'

const WHILE_MOVING_MS = 2_000
/** Signed file links live 5 minutes; a panel that stays open gets new ones in time. */
const AT_REST_MS = 240_000

export const isInProgress = (status: Status) => IN_PROGRESS.includes(status)

/** Ms until a shown document is asked for again. */
export const refetchAfter = (status: Status | undefined) =>
  status && isInProgress(status) ? WHILE_MOVING_MS : AT_REST_MS

/** "71 h 12 min", "12 min 04 s"; undefined once the time is over. */
export const countdownText = (left_ms: number): string | undefined => {
  if (left_ms <= 0) return undefined
  const seconds = Math.floor(left_ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`
  return `${minutes} min ${pad(seconds % 60)} s`
}

const pad = (number: number) => String(number).padStart(2, '0')
