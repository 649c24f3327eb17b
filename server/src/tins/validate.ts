import { GENERAL_TINS, ID_TYPES } from '#codes/lists.ts'
import type { TinValidation } from '#contract/tins.ts'
import type { Caller } from '#domain/access/caller.ts'
import { NO_NRIC } from '#domain/identity/likely-type.ts'
import { normaliseIdentity } from '#domain/identity/normalise.ts'
import { notFound } from '#domain/problems.ts'
import { DAY_MS } from '#domain/time/units.ts'
import type { Authority } from '../authority/calls/client.ts'
import type { TinQuestion } from '../authority/calls/taxpayers.ts'
import type { Credentials } from '../authority/wire/credentials.ts'
import type { Asked } from '../authority/words/answers.ts'
import { findEntity } from '../entities/records/find.ts'
import type { Clock } from '../platform/clock/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { putAnswer, type Question, readAnswer } from './rows.ts'

/** How long an answer is good for; a taxpayer who was corrected yesterday must not read "no" for a month. */
const FRESH_MS = { matches: 30 * DAY_MS, does_not_match: DAY_MS }

/** What the service asks with; the engine of the documents is one. */
export type Means = {
  authority: Pick<Authority, 'validateTin'>
  clock: Clock
  secrets(sender_entity_id: string): Promise<Credentials | undefined>
}

type Wanted = TinQuestion & { sender_entity_id: string }

/**
 * Whether a TIN belongs to a number, as the authority said within the last 30 days (1 day for a no). Whatever keeps
 * it from answering gives `not_checked`. Throws not_found for a foreign company.
 */
export const validateTin = async (
  { db, caller, engine }: { db: Db; caller: Caller; engine: Means },
  given: Wanted,
): Promise<TinValidation> => {
  const wanted = { ...given, ...asWritten(given) }
  if (!(await findEntity(db, caller, wanted.sender_entity_id))) throw notFound()
  const pointless = whyNotAsked(wanted)
  if (pointless !== undefined) return notChecked(pointless)
  const secrets = await engine.secrets(wanted.sender_entity_id)
  if (!secrets) return notChecked('The LHDN credentials of this company are missing.')
  const question = { ...wanted, environment: secrets.environment }
  const known = await readAnswer(db, question)
  if (known && isFresh(known, engine.clock.now())) return said(known)
  return ask(db, engine, secrets, question)
}

/** The pair as a document bears it. */
const asWritten = ({ tin, id_type, id_value }: TinQuestion): TinQuestion => {
  const pair = { tin_no: tin, identity_type: id_type, identity_number: id_value, contact_number: '' }
  const { party } = normaliseIdentity(pair)
  return { tin: party.tin_no, id_type: party.identity_type, id_value: party.identity_number }
}

/** Whether what was said then still holds. */
export const isFresh = (
  { answer, checked_at }: { answer: keyof typeof FRESH_MS; checked_at: Date },
  now: Date,
): boolean => now.getTime() - checked_at.getTime() < FRESH_MS[answer]

/** General TINs stand for many people, so a pair with one cannot match (reference, "Taxpayer look-ups"). */
const whyNotAsked = ({ tin, id_type, id_value }: TinQuestion): string | undefined => {
  if (GENERAL_TINS.has(tin)) return 'General TINs are not checked.'
  if (!/^[A-Z]{1,2}\d{5,12}$/.test(tin)) return 'This is no valid TIN.'
  if (!ID_TYPES.has(id_type) || isNoNumber(id_value)) {
    return 'Without an identity number there is nothing to compare with.'
  }
  return undefined
}

/** The zeros stand beside the TIN of a person who gives no NRIC: they belong to nobody, and LHDN would say "no". */
export const isNoNumber = (id_value: string): boolean => ['', 'NA', NO_NRIC].includes(id_value)

const ask = async (
  db: Db,
  { authority, clock }: Means,
  secrets: Credentials,
  question: Question,
): Promise<TinValidation> => {
  const answer = verdictOf(await authority.validateTin(secrets, question))
  if (typeof answer !== 'string') return notChecked(answer.why)
  const { sender_entity_id, environment, tin, id_type, id_value } = question
  const row = {
    ...{ sender_entity_id, environment, tin, id_type, id_value },
    answer,
    checked_at: clock.now(),
  }
  await inTransaction(db, (tx) => putAnswer(tx, row))
  return said(row)
}

type Verdict = 'matches' | 'does_not_match' | { why: string }

const verdictOf = (answer: Asked<'matches'>): Verdict => {
  switch (answer.kind) {
    case 'answered':
      return 'matches'
    case 'absent':
      return 'does_not_match'
    case 'refused':
      return { why: answer.reasons[0]?.message || 'LHDN does not take this question.' }
    case 'unclear':
    case 'unavailable':
      return { why: `LHDN could not be asked. ${answer.why}` }
  }
}

const notChecked = (why: string): TinValidation => ({ answer: 'not_checked', checked_at: null, why })

const said = ({ answer, checked_at }: { answer: 'matches' | 'does_not_match'; checked_at: Date }) => ({
  answer,
  checked_at: checked_at.toISOString(),
  why: answer === 'matches' ? '' : 'LHDN knows no taxpayer with this TIN and this number.',
})
