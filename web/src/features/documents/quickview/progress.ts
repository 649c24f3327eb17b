import { IN_PROGRESS, type Status } from '#domain/documents/lifecycle.ts'

const WHILE_MOVING_MS = 2_000
/** Signed file links live 5 minutes; a panel that stays open gets new ones in time. */
const AT_REST_MS = 240_000

export const isInProgress = (status: Status) => IN_PROGRESS.includes(status)

/** Ms until a shown document is asked for again; one that is followed tells by itself when it moves. */
export const refetchAfter = (status: Status | undefined, following: boolean) =>
  status && isInProgress(status) && !following ? WHILE_MOVING_MS : AT_REST_MS
