import { useLingui } from '@lingui/react/macro'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import {
  type BroadcastMessage,
  broadcasts,
  CONTENT_CHARS_MAX,
  TITLE_CHARS_MAX,
} from '#contract/notifications/messages.ts'
import { ApiError } from '../../api/errors.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { Notice } from '../../ui/Notice.tsx'

/** As specified: what was done is read before the form closes. */
const CLOSE_AFTER_MS = 1_500

type Props = { message: BroadcastMessage | undefined; onClose: () => void }

/** Writes a message, or changes one. */
export const BroadcastForm = ({ message, onClose }: Props) => {
  const { t } = useLingui()
  const [told, setTold] = useState('')
  const closing = useTimeout(onClose, CLOSE_AFTER_MS)
  const form = useActForm(message ? broadcasts.update : broadcasts.create, {
    initial: {
      title: message?.title ?? '',
      content: message?.content ?? '',
      is_active: message?.is_active ?? true,
    },
    toInput: (values) => ({
      body: { ...values, modified_at: message?.modified_at },
      ...(message && { params: { id: message.id } }),
    }),
    failed: (said, error) => {
      if (error instanceof ApiError && error.is_explained) return said
      return message
        ? t`An error occurred while updating the message.`
        : t`An error occurred while creating the message.`
    },
    onDone: () => {
      setTold(
        message ? t`Broadcast message updated successfully!` : t`Broadcast message created successfully!`,
      )
      closing.start()
    },
  })
  return (
    <SideForm
      title={message ? t`Edit Message` : t`New Message`}
      form={{ ...form, busy: form.busy || told !== '' }}
      onClose={onClose}
    >
      {told && <Notice tone="good">{told}</Notice>}
      <TextInput
        {...form.field('title')}
        label={t`Title`}
        maxLength={TITLE_CHARS_MAX}
        required
        data-autofocus
      />
      <Textarea
        {...form.field('content')}
        label={t`Content`}
        description={t`Whoever has dismissed the message does not see it again, whatever it says then.`}
        maxLength={CONTENT_CHARS_MAX}
        autosize
        minRows={6}
        maxRows={16}
        required
      />
      <Checkbox
        {...form.form.getInputProps('is_active', { type: 'checkbox' })}
        label={t`Active`}
        description={t`Shown on the dashboard of everybody who signs in.`}
      />
    </SideForm>
  )
}
