import { skipToken, useQuery } from '@tanstack/react-query'
import { intake } from '#contract/intake.ts'
import { DOCUMENT_TYPE_CODES } from '#domain/documents/document.ts'
import { documentNumber } from '#domain/documents/numbering.ts'
import { q } from '../../../api/queries.ts'
import type { DocumentForm } from '../form/state.ts'
import { useForm, useOpenForm } from '../form-context.ts'

type Numbered = Pick<DocumentForm, 'invoice_type' | 'sender_store_code' | 'sender'>

/** The call that previews the number, or null until a type and a department are chosen. */
const nextNumber = ({ invoice_type: wanted, sender_store_code: store_code, sender }: Numbered) => {
  const invoice_type = DOCUMENT_TYPE_CODES.find((code) => code === wanted)
  if (!invoice_type || !store_code) return null
  // Another company may have a department of this code, with numbers of its own.
  const sender_entity_code = sender?.entity_code
  return q(intake.number, { query: { invoice_type, store_code, sender_entity_code } })
}

/** `M-` + store code + the number which the server would give next; empty until it can be known. */
export const useInvoiceNumber = (): string => {
  const { editing } = useOpenForm()
  const invoice_type = useForm(({ form }) => form.invoice_type)
  const sender_store_code = useForm(({ form }) => form.sender_store_code)
  const sender = useForm(({ form }) => form.sender)
  const query = editing ? null : nextNumber({ invoice_type, sender_store_code, sender })
  const { data } = useQuery(query ?? { queryKey: [intake.number.id], queryFn: skipToken })
  return query && data ? documentNumber(sender_store_code, data.invoice_number) : ''
}
