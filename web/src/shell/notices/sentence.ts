import { t } from '@lingui/core/macro'
import type { NoticeItem } from '#contract/notifications/notices.ts'
import type { KindKey } from '#domain/notifications/kinds.ts'
import { told } from '../../i18n.ts'

/** What an item counts: "500", or "1,000+" where there are more than are counted. */
const figure = ({ count, more }: NoticeItem) => `${count.toLocaleString('en')}${more ? '+' : ''}`

/** What a sentence is made of. */
type Told = { label: string; entity: string; n: string; outcome: string }
type Telling = (told: Told) => { one: string; many: string }

const SENTENCES: Record<KindKey, Telling> = {
  submission_failed: ({ label, entity, n }) => ({
    one: t`${label} of ${entity} could not be sent to LHDN.`,
    many: t`${n} documents of ${entity} could not be sent to LHDN.`,
  }),
  invalid: ({ label, entity, n }) => ({
    one: t`LHDN found ${label} of ${entity} invalid.`,
    many: t`LHDN found ${n} documents of ${entity} invalid.`,
  }),
  outcome_unknown: ({ label, entity, n }) => ({
    one: t`It is not known whether LHDN received ${label} of ${entity}.`,
    many: t`It is not known whether LHDN received ${n} documents of ${entity}.`,
  }),
  on_hold: ({ label, entity, n }) => ({
    one: t`${label} of ${entity} waits and is sent by itself as soon as it can be.`,
    many: t`${n} documents of ${entity} wait and are sent by themselves as soon as they can be.`,
  }),
  rejection_requested: ({ label, entity, n }) => ({
    one: t`The buyer of ${label} of ${entity} asks you to take it back.`,
    many: t`Buyers ask ${entity} to take ${n} documents back.`,
  }),
  cancellation_failed: ({ label, entity, n }) => ({
    one: t`The cancellation of ${label} of ${entity} had no effect, or it is not known.`,
    many: t`${n} cancellations of ${entity} had no effect, or it is not known.`,
  }),
  submission_deadline: ({ label, entity, n }) => ({
    one: t`${label} of ${entity} is consolidated and must reach LHDN soon.`,
    many: t`${n} consolidated documents of ${entity} must reach LHDN soon.`,
  }),
  certificate_ending: (told) => ({ one: ending(told), many: ending(told) }),
  approval_waiting: ({ label, entity, n }) => ({
    one: t`${label} of ${entity} waits for your approval.`,
    many: t`${n} documents of ${entity} wait for your approval.`,
  }),
  request_waiting: ({ label, n }) => ({
    one: t`A change waits for a decision: ${label}.`,
    many: t`${n} changes wait for a decision.`,
  }),
  request_decided: (words) => ({ one: decided(words), many: decided(words) }),
  import_finished: (words) => ({ one: imported(words), many: imported(words) }),
  report_finished: (words) => ({ one: reported(words), many: reported(words) }),
}

/** The outcome is the level of the warning. */
const ending = ({ label, outcome }: Told) =>
  outcome === '0'
    ? t`The signing certificate of ${label} has expired; its documents wait.`
    : t`The signing certificate of ${label} ends soon.`

const decided = ({ label, outcome }: Told) => {
  if (outcome === 'approved') return t`Your request was approved: ${label}.`
  if (outcome === 'rejected') return t`Your request was rejected: ${label}.`
  return t`Nobody decided your request in time: ${label}.`
}

const imported = ({ label, outcome }: Told) =>
  outcome === 'failed' ? t`Your file ${label} could not be processed.` : t`Your file ${label} was processed.`

const reported = ({ label, outcome }: Told) =>
  outcome === 'failed' ? t`Your report ${label} could not be made.` : t`Your report ${label} is ready.`

/** An item as one sentence. */
export const sentenceOf = (item: NoticeItem): string => {
  const { kind, entity_name: entity, outcome } = item
  // Of a request it is words of ours, else a number or a name.
  const label = kind === 'request_waiting' || kind === 'request_decided' ? told(item.label) : item.label
  const { one, many } = SENTENCES[kind]({ label, entity, outcome, n: figure(item) })
  return item.count === 1 ? one : many
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago an instant is, in the largest unit of which one has passed. */
export const agoText = (at: string, now_ms: number): string => {
  const passed_ms = now_ms - Date.parse(at)
  if (passed_ms < MINUTE_MS) return t`just now`
  const [minutes, hours] = [Math.floor(passed_ms / MINUTE_MS), Math.floor(passed_ms / HOUR_MS)]
  if (passed_ms < HOUR_MS) return t`${minutes} min ago`
  if (passed_ms < DAY_MS) return t`${hours} h ago`
  const days = Math.floor(passed_ms / DAY_MS)
  return days === 1 ? t`1 day ago` : t`${days} days ago`
}
