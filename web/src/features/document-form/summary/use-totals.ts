import { useDeferredValue } from 'react'
import type { TaxDocument } from '#domain/documents/document.ts'
import { toDocument } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'
import { useForm } from '../form-context.ts'

/** The document's figures, recalculated behind the typing and never in its way. */
export const useTotals = (): TaxDocument => totalsOf(useDeferredValue(useForm(({ form }) => form)))

/** Summary and action bar show the same figures: each state of the form is calculated once. */
const totalsOf = (form: DocumentForm): TaxDocument => {
  const known = calculated.get(form)
  if (known) return known
  const totals = toDocument(form)
  calculated.set(form, totals)
  return totals
}

const calculated = new WeakMap<DocumentForm, TaxDocument>()
