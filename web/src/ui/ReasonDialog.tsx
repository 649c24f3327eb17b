import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'

type Props = {
  opened: boolean
  title: string
  label: string
  children?: ReactNode
  confirm_label: string
  /** Characters that fit, counted down for the writer. */
  length_max?: number
  /** What follows cannot be taken back. */
  danger?: boolean
  busy?: boolean
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Asks for a written reason; refuses an empty one at the field. */
export const ReasonDialog = (props: Props) => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
    <ReasonForm {...props} />
  </Modal>
)

const ReasonForm = (props: Props) => {
  const { label, children, confirm_label, length_max = 300, danger, busy, onSubmit, onClose } = props
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const missing = asked && reason.trim() === ''
  const left = length_max - reason.length
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (reason.trim() !== '') onSubmit(reason.trim())
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {children && <div>{children}</div>}
        <Textarea
          label={label}
          description={t`${left} characters left`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && t`Please give a reason.`}
          maxLength={length_max}
          autosize
          minRows={3}
          required
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={busy ?? false}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" {...(danger && { color: 'red.9' })} loading={busy ?? false}>
            {confirm_label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
