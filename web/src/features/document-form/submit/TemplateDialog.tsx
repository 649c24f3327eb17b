import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { templates } from '#contract/templates.ts'
import { malaysianTime } from '#domain/time/dates.ts'
import { messageOf } from '../../../api/errors.ts'
import { useSend } from '../../../api/queries.ts'
import { toastBad, toastGood } from '../../../ui/toasts.ts'
import { toRequest } from '../form/request.ts'
import { useOpenForm } from '../form-context.ts'

type Props = {
  opened: boolean
  onClose: () => void
  onSaved: () => void
  onFailed: (message: string) => void
}

/** Saves the form as it stands under a name, to be opened again for the next document. */
export const TemplateDialog = (props: Props) => {
  const { t } = useLingui()
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={t`Save as Template`}>
      <TemplateForm {...props} />
    </Modal>
  )
}

const TemplateForm = ({ onClose, onSaved, onFailed }: Props) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const save = useSend(templates.save)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [missing, setMissing] = useState(false)

  const send = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    if (name.trim() === '') {
      setMissing(true)
      toastBad(t`Please provide a name for the template.`, 'form')
      return
    }
    const invoice = toRequest({ ...store.get().form, invoice_number: '' }, malaysianTime(new Date()))
    save.mutate(
      { body: { name, data: { description, invoice } } },
      {
        onSuccess: () => {
          toastGood(t`Template saved successfully`, 'form')
          onSaved()
        },
        onError: (error) => onFailed(messageOf(error) || t`Error saving template`),
      },
    )
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          label={t`Template Name`}
          required
          data-autofocus
          maxLength={200}
          value={name}
          error={missing && t`Please provide a name for the template.`}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setMissing(false)
          }}
        />
        <Textarea
          label={t`Description`}
          maxLength={1000}
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
