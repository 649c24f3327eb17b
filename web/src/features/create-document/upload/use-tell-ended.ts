import { useLingui } from '@lingui/react/macro'
import { toastBad, toastGood } from '../../../ui/toasts.ts'
import { laterOf, type Outcome } from './outcome.ts'

/** Tells how an upload ended to who has left its screen meanwhile; nobody is drawn back to it. */
export const useTellEnded = () => {
  const { t } = useLingui()
  return ({ name }: File, outcome: Outcome) => {
    if (laterOf(outcome)) return toastGood(t`${name} goes on in the background: see My Uploads.`)
    if (outcome.kind === 'unreadable')
      return toastBad(t`The answer to ${name} could not be read. Upload it again.`)
    if (outcome.kind !== 'judged') return toastBad(`${name}: ${outcome.message || t`An error occurred`}`)
    const { check_only, Invoice_Numbers: numbers, errors } = outcome.reply
    const counts = check_only
      ? t`${name}: ${numbers.length} would be accepted, ${errors.length} refused.`
      : t`${name}: ${numbers.length} accepted, ${errors.length} refused.`
    return errors.length === 0 ? toastGood(counts) : toastBad(counts)
  }
}
