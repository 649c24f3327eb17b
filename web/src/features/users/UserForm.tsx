import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { type UserRow, users } from '#contract/people/users.ts'
import { ACCESS_TYPES, displayName } from '#domain/access/caller.ts'
import { isInvitedAnew } from '#domain/access/invitation.ts'
import { FieldGrid, Wide } from '../../ui/form/FieldGrid.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { GrantFields } from './GrantFields.tsx'
import { TYPE_WORDS } from './look.ts'
import { OriginField } from './OriginField.tsx'
import { changesOf, valuesOf } from './user-form.ts'

type Props = { user: UserRow | undefined; onClose: () => void }

const NEW = {
  ...{ username: '', email: '', first_name: '', last_name: '' },
  ...{ access_type: 'user' as const, origin: 'local' as const },
  ...{ groups: [], sender_entities: [], store_codes: [] },
}
type Named = 'username' | 'email' | 'first_name' | 'last_name'

/** Adds a person, or changes one. What the directory keeps stands there, and is not to be typed. */
export const UserForm = ({ user, onClose }: Props) => {
  const { t, i18n } = useLingui()
  const kept = user?.kept_by_directory ?? false
  const form = useActForm(user ? users.update : users.create, {
    initial: valuesOf(user ?? NEW),
    toInput: (typed) =>
      user
        ? { params: { id: user.id }, body: { ...changesOf(user, typed), revision: user.revision } }
        : { body: typed },
    done: (saved) => {
      if (!user) return t`User added.`
      const { email } = saved
      return isInvitedAnew(user, saved) ? t`User saved. A link is on its way to ${email}.` : t`User saved.`
    },
    onDone: onClose,
  })
  const text = (name: Named) => ({ ...form.field(name), readOnly: kept })
  const title = user ? t`Edit ${displayName(user)}` : t`New User`
  return (
    <SideForm title={title} form={form} onClose={onClose}>
      {!user && <OriginField {...form.field('origin')} />}
      {kept && (
        <Notice tone="info">
          <Trans>The directory keeps the name, username and e-mail address of this person.</Trans>
        </Notice>
      )}
      <FieldGrid>
        <TextInput
          {...text('username')}
          label={t`Username`}
          maxLength={150}
          required
          data-autofocus={!kept}
        />
        <NativeSelect
          {...form.field('access_type')}
          label={t`Access Type`}
          data={ACCESS_TYPES.map((value) => ({ value, label: i18n._(TYPE_WORDS[value]) }))}
        />
        <Wide>
          <TextInput {...text('email')} label={t`Email`} type="email" maxLength={320} required />
        </Wide>
        <TextInput {...text('first_name')} label={t`First Name`} maxLength={150} />
        <TextInput {...text('last_name')} label={t`Last Name`} maxLength={150} />
      </FieldGrid>
      <GrantFields form={form} />
    </SideForm>
  )
}
