import { useLingui } from '@lingui/react/macro'
import { Checkbox, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangePreview, changeRequests } from '#contract/people/change-requests.ts'
import { type Group, permissions } from '#contract/people/groups.ts'
import type { Flag } from '#domain/access/flags.ts'
import { q } from '../../api/queries.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { sameSet } from '../../ui/form/same-set.ts'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { useFailureToast } from '../../ui/use-failure-toast.ts'
import { FLAG_WORDS } from '../../widgets/flag-words.ts'
import { useFailedWords, useSubmitChange } from './use-submit-change.tsx'

type Props = { group: Group | undefined; onClose: () => void }
type Values = { name: string; permissions: Flag[] }

/** A group to be made or changed: what is typed is looked at as a change, and then asked for. */
export const GroupForm = ({ group, onClose }: Props) => {
  const { t, i18n } = useLingui()
  const action = group ? 'edit' : 'create'
  const submit = useSubmitChange('group', action)
  const all = useQuery(q(permissions.list))
  useFailureToast(all.error, t`Error fetching permissions`)
  const initial: Values = {
    name: group?.name ?? '',
    permissions: group?.permissions.map(({ id }) => id) ?? [],
  }
  const hasOthers = (flags: Flag[]) => !sameSet(flags, initial.permissions)
  // Permissions that nobody touched here stay as they are, whatever was approved since this was opened.
  const bodyOf = ({ name, permissions }: Values) =>
    ({ action, group_id: group?.id ?? null, name, ...(hasOthers(permissions) && { permissions }) }) as const
  const send = async (preview: ChangePreview, sent: Values): Promise<void> => {
    if (await submit(preview, bodyOf(sent))) onClose()
  }
  const form = useActForm(changeRequests.previewGroup, {
    initial,
    toInput: (values) => ({ body: bodyOf(values) }),
    failed: useFailedWords('group', action),
    onDone: (preview, sent) => void send(preview, sent),
  })
  const { values } = form.form
  const flags = form.field('permissions')
  const retry = () => void all.refetch()
  const changed = values.name !== initial.name || hasOthers(values.permissions)
  return (
    <SideForm
      title={group ? t`Edit Group` : t`Add Group`}
      // What was only looked at is not saved.
      form={{ ...form, isDirty: () => changed }}
      save_label={t`Review change`}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t`Name`} maxLength={100} required data-autofocus />
      <Checkbox.Group
        {...flags}
        error={all.error && !all.data ? <FailedLine error={all.error} onRetry={retry} /> : flags.error}
        label={t`Permissions`}
      >
        <Stack gap="sm" mt="xs">
          {all.isPending && <Skeleton height={240} />}
          {all.data?.results.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} description={i18n._(FLAG_WORDS[id])} />
          ))}
        </Stack>
      </Checkbox.Group>
    </SideForm>
  )
}
