import { useLingui } from '@lingui/react/macro'

/** What the contract takes. */
const REASON_LENGTH_MAX = 300

/** What is wrong with a reason for cancelling while it is typed; that it is missing is told when it is sent. */
export const useReasonWords = () => {
  const { t } = useLingui()
  return (reason: string): string | undefined => {
    const over = reason.trim().length - REASON_LENGTH_MAX
    if (over === 1) return t`The reason for cancelling is 1 character too long.`
    return over > 0 ? t`The reason for cancelling is ${over} characters too long.` : undefined
  }
}
