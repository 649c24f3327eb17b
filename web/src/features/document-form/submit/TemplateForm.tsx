import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { templates } from '#contract/templates.ts'
import { malaysianTime } from '#domain/time/dates.ts'
import { SideForm } from '../../../ui/form/SideForm.tsx'
import { useActForm } from '../../../ui/form/use-act-form.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { toRequest } from '../form/request.ts'
import { useOpenForm } from '../form-context.ts'

type Props = { onClose: () => void; onSaved: () => void; onFailed: (message: string) => void }

/** Saves the document form as it stands under a name, to be opened again for the next document. */
export const TemplateForm = ({ onClose, onSaved, onFailed }: Props) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const form = useActForm(templates.save, {
    initial: { name: '', data: { description: '' } },
    toInput: ({ name, data }) => {
      const invoice = toRequest({ ...store.get().form, invoice_number: '' }, malaysianTime(new Date()))
      return { body: { name, data: { ...data, invoice } } }
    },
    done: t`Template saved successfully`,
    place: 'form',
    failed: (message) => {
      onFailed(message || t`Error saving template`)
      return ''
    },
    onDone: onSaved,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (form.form.values.name.trim() === '') toastBad(t`Please provide a name for the template.`, 'form')
    return form.submit(event)
  }
  return (
    <SideForm title={t`Save as Template`} form={{ ...form, submit }} onClose={onClose}>
      <TextInput {...form.field('name')} label={t`Template Name`} maxLength={200} required data-autofocus />
      <Textarea
        {...form.field('data.description')}
        label={t`Description`}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </SideForm>
  )
}
