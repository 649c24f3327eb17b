import { useLingui } from '@lingui/react/macro'

/** The specified toasts of a report that is sent off; of a failure the reason as well. */
export const useSubmitWords = (done: string) => {
  const { t } = useLingui()
  return {
    done,
    failed: (why: string) => `${t`Failed to submit report. Please try again.`} ${why}`,
    place: 'report' as const,
  }
}
