import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FormSnapshot, FormStore } from './form/store.ts'

/**
 * What the parts of one opened form share. `editing` locks type, parties and department (specification 1 §5);
 * `takes_over`: what is saved of the customer by now is offered, which an earlier form, be it a draft, may have had
 * otherwise.
 */
export type OpenForm = { store: FormStore; editing: boolean; takes_over: boolean }

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
