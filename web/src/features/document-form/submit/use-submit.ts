import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { type DocumentWriteInput, intake } from '#contract/intake.ts'
import { malaysianDate, malaysianTime } from '#domain/time/dates.ts'
import { ApiError, reasonOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { randomKey } from '../../../api/random-key.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { withoutBlankLines } from '../form/edit.ts'
import { findErrors } from '../form/errors.ts'
import { fingerprintOf } from '../form/fingerprint.ts'
import { isMovedOn, overtakenBy, readReply, refusedFields } from '../form/refusal.ts'
import { type Editing, toRequest } from '../form/request.ts'
import type { DocumentForm } from '../form/state.ts'
import { useOpenForm } from '../form-context.ts'
import { useNumberWords } from '../number-field.ts'
import { useReasonWords } from '../reason-words.ts'
import type { Outcome, StoredReply } from './outcome.ts'
import { type CallMemory, TooOld, useEarlier, useStoredNow } from './use-earlier.ts'
import { complaintsAbout } from './verdict.ts'

/** The document that a form replaces. */
export type Correction = { uuid: string; number: string }

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
  const movedOn = useMovedOn()
  const check = useCheck(correcting !== undefined)
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  /** The revision that a refusal named: who is told of it and sends again, sends upon that one. */
  const told = useRef<number | undefined>(undefined)
  const edited = (): Editing | null =>
    editing ? { ...editing, revision: told.current ?? memory.revision() ?? editing.revision } : null
  const earlier = useEarlier({ memory, edited, told, corrects: correcting !== undefined })

  const post = async (form: DocumentForm) => {
    const now = new Date()
    const key = randomKey()
    memory.remember({ key, at: now.toISOString(), print: fingerprintOf(form) }, edited()?.revision)
    try {
      const request = toRequest(form, malaysianTime(now), edited())
      const headers = { source: 'UI', 'Idempotency-Key': key }
      const reply = await send(request, { reason: form.cancel_reason, headers })
      onStored()
      setOutcome({ kind: 'done', reply })
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
      if (refused) memory.remember(undefined)
      const now_at = editing && (overtakenBy(error) ?? (await movedOn(error, editing)))
      if (now_at) {
        const { revision, ...by_now } = now_at
        told.current = revision
        return setOutcome({ kind: 'overtaken', uuid: editing.uuid, ...by_now })
      }
      const reply = error instanceof ApiError ? readReply(error.body) : null
      if (reply) store.showErrors(refusedFields(reply, form))
      setOutcome(reply ? { kind: 'refused', reply } : { kind: 'failed', message: reasonOf(error) })
    }
  }

  const finish = async (form: DocumentForm) => {
    try {
      const ended = await earlier(form)
      if (!ended) return await post(form)
      if (ended.kind === 'done') onStored()
      setOutcome(ended)
    } catch (error) {
      setOutcome({ kind: 'failed', message: error instanceof TooOld ? error.message : reasonOf(error) })
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

/** What became of a document that nobody edited, and that was sent again or thrown away meanwhile; and who did it. */
const useMovedOn = () => {
  const readNow = useStoredNow()
  return async (error: unknown, { uuid }: Editing) => {
    if (!isMovedOn(error)) return undefined
    // Where it cannot be read now, the refusal is told as it came.
    const now = await readNow(uuid).catch(() => undefined)
    if (!now) return undefined
    const { revision, status, history } = now
    return {
      revision,
      status,
      by: history.findLast(({ event }) => event === 'retry' || event === 'withdraw')?.by,
    }
  }
}

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

export const SUBMIT_ID = 'request-approval'

/** Once the summary is on the screen; where there is none, what was tried is tried again from where it was. */
export const focusErrors = () =>
  requestAnimationFrame(() =>
    (document.getElementById(ERROR_SUMMARY_ID) ?? document.getElementById(SUBMIT_ID))?.focus(),
  )
