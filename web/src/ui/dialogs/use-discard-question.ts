import { useLingui } from '@lingui/react/macro'
import type { Wording } from './ask.ts'

/** What is asked before something typed, and not saved, goes. */
export const useDiscardQuestion = (): Wording => {
  const { t } = useLingui()
  return {
    title: t`Discard what you typed?`,
    body: t`It has not been saved.`,
    confirm_label: t`Discard`,
    dismiss_label: t`Go on editing`,
    danger: true,
  }
}
