import { useLingui } from '@lingui/react/macro'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { templates } from '#contract/templates.ts'
import { malaysianTime } from '#domain/time/dates.ts'
import { ApiError } from '../../../api/errors.ts'
import { SideForm } from '../../../ui/form/SideForm.tsx'
import { useActForm } from '../../../ui/form/use-act-form.ts'
import { toastBad } from '../../../ui/toasts.ts'
import { CHARS_TAKEN_MAX } from '../../../widgets/entry/room.ts'
import { HistoryLink } from '../../../widgets/HistoryLink.tsx'
import { toTemplate } from '../form/request.ts'
import { useOpenForm } from '../form-context.ts'

export type Template = Output<typeof templates.get>

type Props = {
  template: Template | undefined
  onClose: () => void
  onSaved: () => void
  onFailed: (message: string) => void
}
type Named = { name: string; data: { description: string } }

/**
 * Saves the document form as it stands under a name, to be opened again for the next document. What was opened from a
 * template is another one, unless that is to be replaced.
 */
export const TemplateForm = ({ template, onClose, onSaved, onFailed }: Props) => {
  const { t } = useLingui()
  const { store } = useOpenForm()
  const [replaces, setReplaces] = useState(false)
  const bodyOf = ({ name, data }: Named) => {
    const invoice = toTemplate(store.get().form, malaysianTime(new Date()))
    return { name, data: { ...data, invoice } }
  }
  const words = {
    done: t`Template saved successfully`,
    place: 'form' as const,
    failed: (message: string, error: unknown) => {
      onFailed(error instanceof ApiError && error.is_explained ? message : t`Error saving template`)
      return ''
    },
    onDone: onSaved,
  }
  const another = useActForm(templates.save, {
    ...words,
    initial: { name: '', data: { description: '' } },
    toInput: (typed: Named) => ({ body: bodyOf(typed) }),
  })
  // Each has its own name and description, so that a tick loses nothing that was typed.
  const same = useActForm(templates.update, {
    ...words,
    initial: { name: template?.name ?? '', data: { description: template?.data.description ?? '' } },
    toInput: (typed: Named) => ({
      params: { uuid: template?.id ?? '' },
      body: { ...bodyOf(typed), modified_at: template?.modified_at },
    }),
  })
  const form = replaces ? same : another
  const name = template?.name
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (form.form.values.name.trim() === '') toastBad(t`Please provide a name for the template.`, 'form')
    return form.submit(event)
  }
  const isDirty = () => another.isDirty() || same.isDirty()
  return (
    <SideForm
      title={t`Save as Template`}
      form={{ ...form, submit, isDirty, giveUp: another.giveUp }}
      onClose={onClose}
    >
      {template && <HistoryLink kind="template" id={template.id} />}
      {template && (
        <Checkbox
          label={t`Replace ${name}`}
          checked={replaces}
          onChange={({ currentTarget }) => setReplaces(currentTarget.checked)}
        />
      )}
      <TextInput
        {...form.field('name')}
        label={t`Template Name`}
        maxLength={CHARS_TAKEN_MAX}
        required
        data-autofocus
      />
      <Textarea
        {...form.field('data.description')}
        label={t`Description`}
        maxLength={CHARS_TAKEN_MAX}
        autosize
        minRows={2}
      />
    </SideForm>
  )
}
