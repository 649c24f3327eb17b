import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { begunReason, keepReason, proceed, type ReasonWording } from './ask.ts'
import { Dismiss } from './Dismiss.tsx'

const LENGTH_MAX = 300
/** What is pasted is not cut: whoever wrote it shortens it. */
const CHARS_TAKEN_MAX = 2_000

/** Refuses an empty reason at the field. */
export const ReasonForm = ({ wording, busy }: { wording: ReasonWording; busy: boolean }) => {
  const {
    title,
    label,
    body,
    confirm_label,
    dismiss_label,
    missing,
    length_max = LENGTH_MAX,
    danger,
  } = wording
  const { t } = useLingui()
  const [reason, setReason] = useState(begunReason(title))
  const [asked, setAsked] = useState(false)
  const empty = asked && reason.trim() === ''
  const left = length_max - reason.length
  const over = -left
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (reason.trim() !== '' && left >= 0) void proceed(reason.trim())
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {body && <div>{body}</div>}
        <Textarea
          label={label}
          description={left >= 0 && (left === 1 ? t`1 character left` : t`${left} characters left`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={reason}
          onChange={({ currentTarget: { value } }) => {
            setReason(value)
            keepReason(title, value)
          }}
          error={
            left < 0
              ? over === 1
                ? t`1 character too many`
                : t`${over} characters too many`
              : empty && (missing ?? t`Please give a reason.`)
          }
          maxLength={CHARS_TAKEN_MAX}
          autosize
          minRows={3}
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Dismiss label={dismiss_label} busy={busy} />
          <Button type="submit" {...(danger && { color: 'red.9' })} loading={busy}>
            {confirm_label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
