import { useQuery, useQueryClient } from '@tanstack/react-query'
import { intake } from '#contract/intake.ts'
import { documentNumber } from '#domain/documents/numbering.ts'
import { q } from '../../../api/queries.ts'
import type { DocumentForm } from '../form/state.ts'
import { useForm, useOpenForm } from '../form-context.ts'

type Numbered = Pick<DocumentForm, 'invoice_type' | 'sender_store_code'>

const nextNumber = ({ invoice_type, sender_store_code }: Numbered) =>
  q(intake.number, { query: { invoice_type, store_code: sender_store_code } })

/** `M-` + store code + the number which the server would give next; empty until type and department are chosen. */
export const useInvoiceNumber = (): string => {
  const { editing } = useOpenForm()
  const invoice_type = useForm(({ form }) => form.invoice_type)
  const sender_store_code = useForm(({ form }) => form.sender_store_code)
  const ready = !editing && invoice_type !== '' && sender_store_code !== ''
  const { data } = useQuery({ ...nextNumber({ invoice_type, sender_store_code }), enabled: ready })
  return ready && data ? documentNumber(sender_store_code, data.invoice_number) : ''
}

/** The form with its number, waiting for the server when it is still on the way; empty when it cannot be had. */
export const useNumbered = () => {
  const client = useQueryClient()
  const { editing } = useOpenForm()
  return async (form: DocumentForm): Promise<DocumentForm> => {
    if (editing || !form.invoice_type || !form.sender_store_code) return form
    try {
      const { invoice_number } = await client.ensureQueryData(nextNumber(form))
      return { ...form, invoice_number: documentNumber(form.sender_store_code, invoice_number) }
    } catch {
      return form
    }
  }
}
