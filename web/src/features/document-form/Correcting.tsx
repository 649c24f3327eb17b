import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { isSelfBilled } from '#domain/documents/document.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CHARS_TAKEN_MAX } from '../../widgets/entry/room.ts'
import classes from './DocumentFormPage.module.css'
import { isAt } from './form/errors.ts'
import { fieldId, useForm, useOpenForm } from './form-context.ts'
import { useReasonWords } from './reason-words.ts'

/** What requesting approval does to the document that this one replaces, and why it is cancelled. */
export const Correcting = ({ number }: { number: string }) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const reason = useForm(({ form }) => form.cancel_reason)
  const error = useForm(({ errors }) => errors.cancel_reason)
  const self_billed = useForm(({ form }) => isSelfBilled(form.invoice_type))
  const complaint = useReasonWords()
  return (
    <Notice tone="waiting" title={t`This document replaces ${number}`}>
      <Trans>
        When you request approval, {number} is cancelled at LHDN, which cannot be undone, and this document is
        stored under a number of its own. It can be approved once LHDN has cancelled {number}. If LHDN
        refuses, {number} stays valid and this document is rejected.
      </Trans>
      <TextInput
        id={fieldId('cancel_reason')}
        className={classes.reason ?? ''}
        label={t`Reason for cancelling`}
        description={
          self_billed
            ? t`The reason is sent to LHDN and shown to the supplier.`
            : t`The reason is sent to LHDN and shown to the buyer.`
        }
        required
        maxLength={CHARS_TAKEN_MAX}
        value={reason}
        error={error ?? complaint(reason)}
        onChange={({ currentTarget: { value } }) =>
          store.change((form) => ({ ...form, cancel_reason: value }), isAt('cancel_reason'))
        }
      />
    </Notice>
  )
}
