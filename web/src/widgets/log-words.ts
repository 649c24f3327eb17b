import { useLingui } from '@lingui/react/macro'

/** What every log says (specification 3 §2, §8). */
export const useLogWords = () => {
  const { t } = useLingui()
  return {
    failed: t`Failed to load logs. Please try again.`,
    csv: {
      done: t`CSV downloaded successfully.`,
      failed: t`Failed to download CSV. Please try again.`,
      place: 'configured' as const,
    },
    filters: { apply: t`Apply`, clear: t`Reset` },
  }
}
