import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { documents } from '#contract/documents.ts'
import { type IntakeReply, intake } from '#contract/intake.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { findErrors } from '../form/errors.ts'
import { readReply, refusedFields } from '../form/refusal.ts'
import type { Editing } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'
import { useOpenForm } from '../form-context.ts'
import { useNumbered } from '../header/use-invoice-number.ts'
import { type Envelope, sealEnvelope } from './envelope.ts'
import { complaintsAbout } from './verdict.ts'

/** How a submission ended: `reply` when the server judged the document, `message` when it could not. */
export type Outcome =
  | { kind: 'done'; reply: IntakeReply }
  | { kind: 'refused'; reply: IntakeReply }
  | { kind: 'failed'; message: string }

const CHANGED = [documents.previous, documents.list, documents.pending, documents.get, intake.number]

/** Checks the form, sends it once, and says how that ended. */
export const useSubmit = (editing: Editing | null, onStored: () => void) => {
  const { store } = useOpenForm()
  const send = useSend(intake.submit, CHANGED)
  const check = useCheck()
  const running = useRef(false)
  const unclear = useRef<Envelope | null>(null)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const post = async (form: DocumentForm) => {
    const envelope = sealEnvelope(form, editing, new Date(), unclear.current)
    unclear.current = null
    try {
      const reply = await send.mutateAsync({
        body: [{ invoices_data: envelope.request }],
        headers: { source: 'UI', 'Idempotency-Key': envelope.key },
      })
      onStored()
      setOutcome({ kind: 'done', reply })
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (!refused) unclear.current = envelope
      const reply = error instanceof ApiError ? readReply(error.body) : null
      if (reply) store.showErrors(refusedFields(reply, form))
      setOutcome(reply ? { kind: 'refused', reply } : { kind: 'failed', message: messageOf(error) })
    }
  }

  const submit = async () => {
    if (running.current) return
    running.current = true
    try {
      const form = await check()
      if (!form) return
      setBusy(true)
      await post(form)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { submit, busy, outcome, close: () => setOutcome(null) }
}

/** The numbered form when it may be sent; otherwise the errors are shown, with the specified toasts. */
const useCheck = () => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const numbered = useNumbered()
  return async (): Promise<DocumentForm | null> => {
    store.dropBlankLines()
    const form = await numbered(store.get().form)
    const errors = findErrors(form, malaysianDate(new Date()), {
      selectOne: t`Please select one`,
      selectSender: t`Please select Sender`,
      enterNumber: t`Please enter a number.`,
    })
    store.showErrors(errors)
    const complaints = complaintsAbout(form, errors)
    if (complaints.includes('mandatory')) toastBad(t`Please complete all mandatory fields.`, 'form')
    if (complaints.includes('no_items')) toastBad(t`Please add at least one item before submitting.`, 'form')
    if (complaints.includes('highlighted')) toastBad(t`Please correct the highlighted fields.`, 'form')
    if (complaints.length > 0) focusErrors()
    return complaints.length === 0 ? form : null
  }
}

export const ERROR_SUMMARY_ID = 'error-summary'

/** Once the summary is on the screen. */
export const focusErrors = () =>
  requestAnimationFrame(() => document.getElementById(ERROR_SUMMARY_ID)?.focus())
