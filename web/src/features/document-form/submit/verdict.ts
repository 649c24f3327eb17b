import { own } from '#codes/own.ts'
import type { FormErrors } from '../form/errors.ts'
import type { DocumentForm } from '../form/state.ts'

/** Which of the specified sentences a refused form is told (specification 1 §5). */
export type Complaint = 'mandatory' | 'no_items' | 'highlighted'

const MANDATORY = [
  'invoice_type',
  'sender',
  'customer',
  'invoice_number',
  'invoice_date',
  'invoice_currency',
  'sender_store_code',
]

export const complaintsAbout = (form: DocumentForm, errors: FormErrors): Complaint[] => {
  const complaints: Complaint[] = []
  if (MANDATORY.some((field) => own(errors, field))) complaints.push('mandatory')
  if (form.items.length === 0) complaints.push('no_items')
  return complaints.length > 0 || Object.keys(errors).length === 0 ? complaints : ['highlighted']
}
