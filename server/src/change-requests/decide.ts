import { isSuperadmin, type UserCaller } from '#domain/access/caller.ts'
import { checkMaker } from '#domain/access/maker.ts'
import { differences, inWords } from '#domain/access/versions.ts'
import { conflict, invalidFields, notFound } from '#domain/problems.ts'
import { isBlank } from '#domain/text/characters.ts'
import { formatInstant } from '#domain/time/dates.ts'
import { requireMay } from '../access/allowed.ts'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { readSetting } from '../settings/read.ts'
import { expiresAt } from './expiry.ts'
import { requestMoved } from './facts.ts'
import type { Change, Subject } from './kind.ts'
import { KINDS } from './kinds.ts'
import { recordApplied, recordDecision } from './record.ts'
import { type Decision, lockRequest, markRequest, type RequestRow } from './rows.ts'

const NO_REQUEST = 'There is no such request.'

type By = { db: Db; caller: UserCaller; now: Date }
type Given = { approval_id: number; decision: 'approve' | 'reject'; rejection_reason: string }

/**
 * Approves a request, which does what it asks for in the same transaction, or rejects it. Throws not_found,
 * invalid_fields without a reason to reject, and conflict for one's own request, one that is decided or expired, and
 * one whose target has changed since.
 */
export const decideRequest = async (
  { db, caller, now }: By,
  { approval_id, decision, rejection_reason }: Given,
): Promise<{ id: number; state: RequestRow['state'] }> => {
  if (decision === 'reject' && isBlank(rejection_reason))
    throw invalidFields({ rejection_reason: ['A rejection reason is required.'] })
  const allow_self_approval = await readSetting(db, 'approval.allow_self_approval')
  const { kind, ...decided } = await inTransaction(db, async (tx) => {
    const row = await holdPending(tx, approval_id, now)
    const made = { created_by: row.requested_by, edited_by: [], allow_self_approval }
    requireMay(checkMaker(caller, 'request', made))
    const target_id = decision === 'approve' ? await apply(tx, { caller, now }, row) : row.target_id
    const state: RequestRow['state'] = decision === 'approve' ? 'approved' : 'rejected'
    const why = decision === 'reject' ? rejection_reason : ''
    await settle(tx, { caller, now }, row, { state, target_id, rejection_reason: why })
    return { id: row.id, state, kind: row.kind }
  })
  KINDS[kind].applied?.(db)
  return decided
}

/**
 * Takes one's own request back. Throws not_found, also for one that the caller does not see, and conflict for what
 * another person asked and for one that is decided.
 */
export const withdrawRequest = (
  { db, caller, now }: By,
  { id }: { id: number },
): Promise<{ id: number; state: RequestRow['state'] }> =>
  inTransaction(db, async (tx) => {
    const row = await lockRequest(tx, id)
    if (!row || !isSeen(row, caller)) throw notFound(NO_REQUEST)
    demandPending(row, now)
    if (row.requested_by !== caller.user_id)
      throw conflict('not_own_request', `Only ${row.requested_by_name} may withdraw this request.`)
    await settle(tx, { caller, now }, row, { state: 'withdrawn' })
    return { id, state: 'withdrawn' }
  })

/** Those about rules stand among the rules, which whoever may withdraw one sees; all others superadmins alone see. */
const isSeen = ({ kind, requested_by }: RequestRow, caller: UserCaller) =>
  isSuperadmin(caller) || kind === 'validation_rule' || requested_by === caller.user_id

const holdPending = async (tx: Tx, id: number, now: Date): Promise<RequestRow> => {
  const row = await lockRequest(tx, id)
  if (!row) throw notFound(NO_REQUEST)
  demandPending(row, now)
  return row
}

const demandPending = (row: RequestRow, now: Date) => {
  const end = expiresAt(row.requested_at)
  if (row.state === 'expired' || (row.state === 'pending' && end <= now))
    throw conflict(
      'request_expired',
      `This request expired on ${formatInstant(end)}. Please ask for it again.`,
    )
  if (row.state === 'pending') return
  const when = row.decided_at && ` on ${formatInstant(row.decided_at)}`
  throw conflict('already_decided', `This request was ${row.state} by ${row.decided_by_name}${when}.`)
}

type Acting = { caller: UserCaller; now: Date }

const settle = async (tx: Tx, by: Acting, row: RequestRow, given: Partial<Decision>) => {
  const { caller, now } = by
  const who = { decided_by: caller.user_id, decided_by_name: caller.display_name, decided_at: now }
  await markRequest(tx, row.id, { ...who, ...given })
  await recordDecision(tx, by, row, given)
  await tell(tx, requestMoved, { request_id: row.id, requested_by: row.requested_by })
}

/** Does what the request asks for, if its target is still what its maker saw. Answers the target's id. */
const apply = async (tx: Tx, by: Acting, row: RequestRow): Promise<string> => {
  const kind = KINDS[row.kind]
  await kind.lock?.(tx)
  const subject = row.target_id === null ? undefined : await kind.hold(tx, row.target_id)
  const { action, sender_entity_id, sender_entity_name } = row
  if (action !== 'create') demandUnchanged(row, subject)
  const change: Change = {
    action,
    subject,
    after: row.after ?? undefined,
    sender_entity_id,
    sender_entity_name,
  }
  const obstacle = await kind.obstacle(tx, change, by.caller)
  if (obstacle) throw conflict('request_impossible', obstacle.message)
  const asked_by = { id: row.requested_by, name: row.requested_by_name }
  const decided = { now: by.now, asked_by, approved_by: by.caller }
  const id = await made(kind.apply(tx, change, decided))
  await recordApplied(tx, by, { row, change, id })
  return id
}

const demandUnchanged = (row: RequestRow, subject: Subject | undefined) => {
  const changed = changedSince(row, subject)
  if (changed !== undefined) throw conflict('target_changed', changed)
}

/** Why the target of a request is no more what its maker saw, with both versions; undefined while it is. */
export const changedSince = (
  { kind, before }: Pick<RequestRow, 'kind' | 'before'>,
  subject: Subject | undefined,
): string | undefined => {
  const { noun, nameOf } = KINDS[kind]
  const what = `The ${noun} ${nameOf(before ?? {})}`
  if (!subject) return `${what} is not there any more. When this was asked it was: ${inWords(before ?? {})}.`
  if (differences(before ?? {}, subject.version).length === 0) return undefined
  const versions = `Then: ${inWords(before ?? {})}. Now: ${inWords(subject.version)}.`
  return `${what} was changed since this was asked. ${versions}`
}

/** Somebody else may have taken the name in this very moment. */
const made = async (work: Promise<string>): Promise<string> => {
  try {
    return await work
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('request_impossible', 'This name or code was just taken.')
    throw error
  }
}
