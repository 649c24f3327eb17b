import { Trans, useLingui } from '@lingui/react/macro'
import { Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { type SavedView, VIEW_NAME_CHARS_MAX, views } from '#contract/people/views.ts'
import { useAct } from '../../acts/use-act.ts'
import { SideForm } from '../../form/SideForm.tsx'
import { useActForm } from '../../form/use-act-form.ts'

type Props = {
  /** What is kept, and the name that is offered for it. */
  view: Omit<SavedView, 'id'>
  /** The views of this list that there are. */
  kept: readonly SavedView[]
  onClose: () => void
}

/** Keeps what the list shows under a name; under one that there is already it takes its place. */
export const SaveView = ({ view: { list, search, name }, kept, onClose }: Props) => {
  const { t } = useLingui()
  const form = useActForm(views.create, {
    initial: { name },
    toInput: (values) => ({ body: { ...values, list, search } }),
    done: t`View saved.`,
    onDone: onClose,
  })
  const replacing = useAct(views.update, { done: t`View replaced.` })
  const typed = form.form.values.name.trim()
  const twin = kept.find((view) => view.name === typed)
  const replace = async (event: FormEvent, { id }: SavedView) => {
    event.preventDefault()
    event.stopPropagation()
    if (await replacing.act({ params: { id }, body: { search } })) onClose()
  }
  return (
    <SideForm
      title={t`Save view`}
      form={{
        ...form,
        busy: form.busy || replacing.busy,
        submit: (event) => (twin ? replace(event, twin) : form.submit(event)),
      }}
      save_label={twin ? t`Replace` : t`Save`}
      onClose={onClose}
    >
      <TextInput
        {...form.field('name')}
        label={t`Name`}
        maxLength={VIEW_NAME_CHARS_MAX}
        required
        data-autofocus
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {twin ? (
          <Trans>You have a view of this name. From now on it shows what the list shows now.</Trans>
        ) : (
          <Trans>
            It keeps the tab, the filters, the order and the columns as they are now. Only you see it.
          </Trans>
        )}
      </Text>
    </SideForm>
  )
}
