import { useLingui } from '@lingui/react/macro'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { isNumberOrEmpty } from './form/numbers.ts'
import type { FormSnapshot, FormStore } from './form/store.ts'

/** What the parts of one opened form share. `editing` locks type, parties and department (specification 1 §5). */
export type OpenForm = { store: FormStore; editing: boolean }

export const FormContext = createContext<OpenForm | null>(null)

export const useOpenForm = (): OpenForm => {
  const open = useContext(FormContext)
  if (!open) throw new Error('This part belongs inside the document form.')
  return open
}

/** The slice of the form that a component shows; it renders again only when that slice changes. */
export const useForm = <T>(select: (snapshot: FormSnapshot) => T): T => {
  const { store } = useOpenForm()
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}

/** The id of a field's input, so that the error summary can lead there. */
export const fieldId = (path: string) => `field-${path}`

/** Told when a field of figures is left: what cannot be read is an error at once, not a silent 0.00. */
export const useNumberLeft = (key: string, value: string) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  return () => {
    if (!isNumberOrEmpty(value)) store.complain(key, t`Please enter a number.`)
  }
}
