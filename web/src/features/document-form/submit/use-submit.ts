import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { type DocumentWriteInput, type IntakeReply, intake } from '#contract/intake.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { randomKey } from '../../../api/random-key.ts'
import { toastBad } from '../../../ui/toasts.ts'
import type { Sending } from '../form/draft.ts'
import { withoutBlankLines } from '../form/edit.ts'
import { findErrors } from '../form/errors.ts'
import { overtakenBy, readReply, refusedFields } from '../form/refusal.ts'
import { type Editing, toRequest } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'
import { useOpenForm } from '../form-context.ts'
import { useNumberWords } from '../number-field.ts'
import { useReasonWords } from '../reason-words.ts'
import { complaintsAbout } from './verdict.ts'

/** The document that a form replaces. */
export type Correction = { uuid: string; number: string }

/** What the server says of a stored document, and where the cancellation of what it replaces stands. */
export type StoredReply = IntakeReply & Partial<Pick<Output<typeof intake.correct>, 'cancellation'>>

/**
 * How a submission ended: `reply` when the server judged the document, `message` when it could not, `overtaken` when
 * somebody else changed meanwhile what was edited.
 */
export type Outcome =
  | { kind: 'done'; reply: StoredReply; earlier?: true }
  | { kind: 'refused'; reply: IntakeReply }
  | { kind: 'overtaken'; uuid: string }
  | { kind: 'failed'; message: string }

/** A key is remembered for a day by the server (decisions: idempotency); an hour is kept clear of its end. */
const KEY_KNOWN_MS = 23 * 3_600_000

/** What the draft remembers of a call that is on its way. */
type CallMemory = {
  sending: () => Sending | undefined
  remember: (call: Sending | undefined) => void
  /** The revision upon which the form was written. */
  revision: () => number | undefined
}

/**
 * Checks the form, sends it once, and says how that ended. The call is remembered before it goes out: where its answer
 * was lost, be it by a reload, the server is asked what became of it before anything is sent again.
 */
export const useSubmit = (
  { editing, correcting }: { editing?: Editing; correcting?: Correction },
  memory: CallMemory,
  onStored: () => void,
) => {
  const { store } = useOpenForm()
  const send = useSending(correcting)
  const storedBefore = useStoredBefore(memory)
  const check = useCheck(correcting !== undefined)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  /** The revision that a refusal named: who is told of it and sends again, sends upon that one. */
  const told = useRef<number | undefined>(undefined)
  const edited = (): Editing | null =>
    editing ? { ...editing, revision: told.current ?? memory.revision() ?? editing.revision } : null

  const post = async (form: DocumentForm) => {
    const now = new Date()
    const key = randomKey()
    memory.remember({ key, at: now.toISOString() })
    try {
      const request = toRequest(form, malaysianTime(now), edited())
      const headers = { source: 'UI', 'Idempotency-Key': key }
      const reply = await send(request, { reason: form.cancel_reason, headers })
      onStored()
      setOutcome({ kind: 'done', reply })
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (refused) memory.remember(undefined)
      const now_at = editing && overtakenBy(error)
      if (now_at) {
        told.current = now_at
        return setOutcome({ kind: 'overtaken', uuid: editing.uuid })
      }
      const reply = error instanceof ApiError ? readReply(error.body) : null
      if (reply) store.showErrors(refusedFields(reply, form))
      setOutcome(reply ? { kind: 'refused', reply } : { kind: 'failed', message: messageOf(error) })
    }
  }

  const finish = async (form: DocumentForm) => {
    const earlier = memory.sending()
    try {
      const reply = earlier ? await storedBefore(earlier) : null
      if (!reply) return await post(form)
      onStored()
      setOutcome({ kind: 'done', reply, earlier: true })
    } catch (error) {
      setOutcome({ kind: 'failed', message: error instanceof TooOld ? error.message : messageOf(error) })
    }
  }

  const submit = async () => {
    if (running.current) return
    running.current = true
    try {
      const form = check()
      if (!form) return
      setBusy(true)
      await finish(form)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { submit, busy, outcome, close: () => setOutcome(null) }
}

/** What the earlier call stored; null when it stored nothing and never will. */
const useStoredBefore = (memory: CallMemory) => {
  const { t } = useLingui()
  const ask = useSend(intake.outcome)
  return async ({ key, at }: Sending): Promise<IntakeReply | null> => {
    if (Date.now() - Date.parse(at) > KEY_KNOWN_MS) {
      memory.remember(undefined)
      throw new TooOld(
        t`Sent over a day ago, and never answered. If it is not among your documents, request approval again.`,
      )
    }
    const stored = await ask.mutateAsync({ body: { key } })
    if (stored.UUIDs.length > 0) return { status: '', ...stored, errors: [] }
    memory.remember(undefined)
    return null
  }
}

type Sent = { reason: string; headers: Record<string, string> }

/** The call that stores the document: a correction cancels another one with it. */
const useSending = (correcting: Correction | undefined) => {
  const submit = useSend(intake.submit)
  const correct = useSend(intake.correct)
  return (invoice: DocumentWriteInput, { reason, headers }: Sent): Promise<StoredReply> =>
    correcting
      ? correct.mutateAsync({ params: { uuid: correcting.uuid }, body: { reason, invoice }, headers })
      : submit.mutateAsync({ body: [{ invoices_data: invoice }], headers })
}

class TooOld extends Error {}

/** The form when it may be sent, numbered by the server; otherwise the errors are shown, with the specified toasts. */
const useCheck = (corrects: boolean) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const words = useNumberWords()
  const reasonComplaint = useReasonWords()
  const reasonFault = (reason: string) =>
    reason.trim() === '' ? t`Please give a reason for cancelling.` : reasonComplaint(reason)
  return (): DocumentForm | null => {
    store.dropBlankLines()
    const form = withoutBlankLines(store.get().form)
    const cancel_reason = corrects ? reasonFault(form.cancel_reason) : undefined
    const errors = {
      ...(cancel_reason && { cancel_reason }),
      ...findErrors(form, malaysianDate(new Date()), {
        selectOne: t`Please select one`,
        selectSender: t`Please select Sender`,
        complaint: words.complaint,
      }),
    }
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
