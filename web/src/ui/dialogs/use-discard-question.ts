import { useLingui } from '@lingui/react/macro'
import type { Wording } from './ask.ts'

/** What is asked before something typed, and not saved, goes; `unclear`: that is not known. */
export const useDiscardQuestion = (unclear = false): Wording => {
  const { t } = useLingui()
  return {
    title: t`Discard what you typed?`,
    body: unclear ? t`It may have been saved all the same. It is not sent again.` : t`It has not been saved.`,
    confirm_label: t`Discard`,
    dismiss_label: t`Go on editing`,
    danger: true,
  }
}
