import { formatDate, malaysianDate } from '../time/dates.ts'
import type { KindKey } from './kinds.ts'

/** What the sentence of an item is made of. */
export type Told = {
  kind: KindKey
  count: number
  more: boolean
  /** How many of them are trials. */
  trials: number
  label: string
  entity_name: string
  outcome: string
  /** The first deadline of those that are told together, as an instant or its text. */
  due_at: Date | string | null
}

/** The outcome of an item whose first deadline is over. */
export const OVERDUE = 'overdue'

type Words = { n: string; label: string; entity: string; outcome: string; last_day: string }
type Telling = { one: (words: Words) => string; many: (words: Words) => string }

const SENTENCES: Readonly<Record<KindKey, Telling>> = {
  submission_failed: {
    one: ({ label, entity }) => `${label} of ${entity} could not be sent to LHDN.`,
    many: ({ n, entity }) => `${n} documents of ${entity} could not be sent to LHDN.`,
  },
  invalid: {
    one: ({ label, entity }) => `LHDN found ${label} of ${entity} invalid.`,
    many: ({ n, entity }) => `LHDN found ${n} documents of ${entity} invalid.`,
  },
  outcome_unknown: {
    one: ({ label, entity }) => `It is not known whether LHDN received ${label} of ${entity}.`,
    many: ({ n, entity }) => `It is not known whether LHDN received ${n} documents of ${entity}.`,
  },
  received_already: {
    one: ({ label, entity }) =>
      `LHDN has another document under the number ${label} of ${entity}. Look at both.`,
    many: ({ n, entity }) => `LHDN has other documents under ${n} numbers of ${entity}. Look at both.`,
  },
  sent_back: {
    one: ({ label, entity }) => `${label} of ${entity} was sent back. Edit it or cancel it.`,
    many: ({ n, entity }) => `${n} documents of ${entity} were sent back. Edit or cancel them.`,
  },
  on_hold: {
    one: ({ label, entity }) => `${label} of ${entity} waits and is sent by itself as soon as it can be.`,
    many: ({ n, entity }) =>
      `${n} documents of ${entity} wait and are sent by themselves as soon as they can be.`,
  },
  rejection_requested: {
    one: ({ label, entity }) => `The other party to ${label} of ${entity} asks you to take it back.`,
    many: ({ n, entity }) => `${entity} is asked to take ${n} documents back.`,
  },
  cancellation_failed: {
    one: ({ label, entity }) =>
      `The cancellation of ${label} of ${entity} had no effect, or it is not known.`,
    many: ({ n, entity }) => `${n} cancellations of ${entity} had no effect, or it is not known.`,
  },
  submission_deadline: {
    one: (words) => termOfOne(words),
    many: (words) => termOfMany(words),
  },
  chain_not_intact: { one: (words) => ofChain(words), many: (words) => ofChain(words) },
  certificate_ending: {
    one: (words) => ending(words),
    many: (words) => ending(words),
  },
  key_ending: { one: (words) => keyEnding(words), many: (words) => keyEnding(words) },
  approval_waiting: {
    one: ({ label, entity }) => `${label} of ${entity} waits for your approval.`,
    many: ({ n, entity }) => `${n} documents of ${entity} wait for your approval.`,
  },
  request_waiting: {
    one: ({ label }) => `A change waits for a decision: ${label}.`,
    many: ({ n }) => `${n} changes wait for a decision.`,
  },
  request_decided: { one: (words) => decided(words), many: (words) => decided(words) },
  import_finished: { one: (words) => imported(words), many: (words) => imported(words) },
  report_finished: { one: (words) => reported(words), many: (words) => reported(words) },
}

const termOfOne = ({ label, entity, outcome, last_day }: Words) =>
  outcome === OVERDUE
    ? `${label} of ${entity} is consolidated and should have reached LHDN by ${last_day}.`
    : `${label} of ${entity} is consolidated and must reach LHDN by ${last_day}.`

const termOfMany = ({ n, entity, outcome, last_day }: Words) =>
  outcome === OVERDUE
    ? `${n} consolidated documents of ${entity} must reach LHDN; the first should have by ${last_day}.`
    : `${n} consolidated documents of ${entity} must reach LHDN, the first by ${last_day}.`

const ofChain = ({ outcome }: Words) =>
  outcome === 'broken_off'
    ? 'The verification of the audit chain broke off. Verify it again.'
    : 'The audit chain is not intact: something is not as it was written. Look at it at once.'

/** The outcome is the level of the warning. */
const ending = ({ label, outcome }: Words) =>
  outcome === '0'
    ? `The signing certificate of ${label} has expired; its documents wait.`
    : `The signing certificate of ${label} ends soon.`

/** The outcome is the level of the warning, as above. */
const keyEnding = ({ label, entity, outcome, last_day }: Words) =>
  outcome === '0'
    ? `The API key ${label} of ${entity} has expired; programs that use it are refused.`
    : `The API key ${label} of ${entity} works until ${last_day}.`

const decided = ({ label, outcome }: Words) => {
  if (outcome === 'approved') return `Your request was approved: ${label}.`
  if (outcome === 'rejected') return `Your request was rejected: ${label}.`
  return `Nobody decided your request in time: ${label}.`
}

const imported = ({ label, outcome }: Words) =>
  outcome === 'failed' ? `Your file ${label} could not be processed.` : `Your file ${label} was processed.`

const reported = ({ label, outcome }: Words) =>
  outcome === 'failed' ? `Your report ${label} could not be made.` : `Your report ${label} is ready.`

/** An item as one sentence, in the bell as in the mails: "500", or "1,000+" where there are more than are counted. */
export const sentenceOf = ({ kind, count, more, label, entity_name: entity, ...told }: Told): string => {
  const n = `${count.toLocaleString('en')}${more ? '+' : ''}`
  const { one, many } = SENTENCES[kind]
  return (count === 1 ? one : many)({ n, label, entity, outcome: told.outcome, last_day: lastDayOf(told) })
}

/** The Malaysian day at whose end a deadline is: an instant at midnight would be read as the day after. */
const lastDayOf = ({ due_at }: Pick<Told, 'due_at'>): string =>
  due_at === null ? '' : formatDate(malaysianDate(new Date(new Date(due_at).getTime() - 1)))

const SAYS_DAY: readonly KindKey[] = ['submission_deadline', 'key_ending']

/** The instant that is told beside the sentence; null where there is none, or the sentence has the day itself. */
export const untilOf = ({ kind, due_at }: Pick<Told, 'kind' | 'due_at'>): Date | null =>
  due_at === null || SAYS_DAY.includes(kind) ? null : new Date(due_at)
