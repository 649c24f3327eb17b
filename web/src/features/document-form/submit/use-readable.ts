import { useLingui } from '@lingui/react/macro'
import { toastBad } from '../../../ui/toasts.ts'
import { unreadableFigures } from '../form/errors.ts'
import { useOpenForm } from '../form-context.ts'
import { useNumberWords } from '../number-field.ts'
import { focusErrors } from './use-submit.ts'

/** Whether the form can be shown or kept as it is; a figure that is none is told first: it would be 0.00 there. */
export const useReadable = () => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const { complaint } = useNumberWords()
  return (): boolean => {
    const { form, errors } = store.get()
    const unreadable = unreadableFigures(form, { complaint })
    if (Object.keys(unreadable).length === 0) return true
    store.showErrors({ ...errors, ...unreadable })
    toastBad(t`Please correct the highlighted fields.`, 'form')
    focusErrors()
    return false
  }
}
