import type { DocumentDetail } from '#contract/document-detail.ts'
import { RECOGNISED_MS } from '#domain/access/policy.ts'
import { IN_PROGRESS, type Status } from '#domain/documents/lifecycle.ts'

const WHILE_MOVING_MS = 2_000
/** Signed file links live 5 minutes; a panel that stays open gets new ones in time. */
const AT_REST_MS = 240_000

const isInProgress = (status: Status) => IN_PROGRESS.includes(status)

/** Ms until a shown document is asked for again; one that is followed tells by itself when it moves. */
export const refetchAfter = (status: Status | undefined, following: boolean) =>
  status && isInProgress(status) && !following ? WHILE_MOVING_MS : AT_REST_MS

export type Attempt = Pick<DocumentDetail['attempts'][number], 'state' | 'issued_at' | 'sent_at' | 'heard_at'>

/** From when on a person decides about a lost answer, in ms; until then Lulus finds out by itself. */
export const decidesFrom = (attempts: readonly Attempt[]): number => {
  const lost = lostOf(attempts)
  return lost ? Date.parse(lost.sent_at ?? lost.issued_at) + RECOGNISED_MS : 0
}

/** Whether LHDN is asked on about a lost answer although a person may decide by now: it has not answered since. */
export const isUnheard = (attempts: readonly Attempt[]): boolean => lostOf(attempts)?.heard_at === null

const lostOf = (attempts: readonly Attempt[]) => attempts.findLast(({ state }) => state === 'unclear')
