import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import { passwords } from '#contract/people/passwords.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { NewPasswordFields, twiceTheSame } from '../../widgets/NewPasswordFields.tsx'

/** Takes a new password from whoever knows the old one. */
export const ChangePasswordForm = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui()
  const form = useActForm(passwords.change, {
    initial: { old_password: '', new_password: '', again: '' },
    toInput: ({ old_password, new_password }) => ({ body: { old_password, new_password } }),
    done: t`Your password was changed. Your other sessions have ended.`,
    onDone: onClose,
  })
  return (
    <SideForm
      title={t`Change password`}
      form={{ ...form, submit: twiceTheSame(form, t`The two passwords are not the same.`) }}
      save_label={t`Change password`}
      onClose={onClose}
    >
      <PasswordInput
        {...form.field('old_password')}
        label={t`Present password`}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        maxLength={1000}
        required
        data-autofocus
      />
      <NewPasswordFields form={form} />
    </SideForm>
  )
}
