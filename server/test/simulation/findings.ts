import { MINUTE_MS } from '#domain/time/units.ts'
import type { AuthorityModel } from './authority-model.ts'
import type { Held } from './stage.ts'

type Judging = {
  model: AuthorityModel
  resends: boolean
  /** When trouble ended, UTC ms: what was young enough then must have been resolved since. */
  calm_ms: number
}

/** An attempt of this age at the end of the trouble leaves enough time to ask and to send once more. */
const YOUNG_MS = 75 * MINUTE_MS
const RESENDS_MAX = 3

/** Everything that must never be: doubled, lost, shown as failed though it arrived, stuck without a reason. */
export const findingsOf = (held: readonly Held[], judging: Judging): string[] =>
  held.flatMap((document) =>
    [...calledLost(document), ...findings(document, judging)].map(
      (finding) => `${document.invoice_number} (${document.status}): ${finding}`,
    ),
  )

/** A lease proves that whoever intended something is dead, and dies with its holder only. */
const calledLost = ({ attempts }: Held): string[] =>
  attempts.some((one) => one.late) ? ['called lost while its sender lived'] : []

const findings = (row: Held, judging: Judging): string[] => {
  const live = judging.model.copies.filter(
    (copy) => copy.number === row.invoice_number && copy.status === 'Valid',
  )
  const [only, second] = live
  if (second) return [`doubled: valid as ${live.map((copy) => copy.uuid).join(' and ')}`]
  switch (row.status) {
    case 'Validated':
      return only?.uuid === row.authority_uuid
        ? []
        : [`recorded as ${row.authority_uuid}, held as ${only?.uuid}`]
    case 'Submission Failed':
    case 'Invalid':
      return only ? [`shown as failed, and valid as ${only.uuid}`] : []
    case 'Outcome Unknown':
      return unexplained(row.attempts, Boolean(only), judging)
    default:
      return ['stuck']
  }
}

/** A person has to decide only when two hours went by in trouble, or when nothing may be sent again. */
const unexplained = (attempts: Held['attempts'], arrived: boolean, judging: Judging): string[] => {
  const unclear = attempts.find((one) => one.state === 'unclear')
  if (!unclear) return ['unknown, and nobody asks']
  const age_ms = judging.calm_ms - unclear.sent_at_ms
  if (age_ms > YOUNG_MS) return []
  if (arrived) return ['unknown, though it arrived and there was time to find it']
  return judging.resends && unclear.resend_count < RESENDS_MAX
    ? ['unknown, though it could be sent again']
    : []
}
