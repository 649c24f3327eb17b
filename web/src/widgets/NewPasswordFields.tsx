import { useLingui } from '@lingui/react/macro'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import type { FormEvent } from 'react'

type Path = 'new_password' | 'again'

/** What is needed of a form that takes a new password. */
type PasswordForm = {
  form: {
    getValues: () => Readonly<Record<Path, string>>
    setFieldError: (path: Path, words: string) => void
  }
  submit: (event: FormEvent<HTMLFormElement>) => Promise<void>
  field: (path: Path) => PasswordInputProps
}

/** A new password, typed twice. The rule is the server's (access/passwords.ts), told beforehand. */
export const NewPasswordFields = ({ form }: { form: PasswordForm }) => {
  const { t } = useLingui()
  const secret = {
    autoComplete: 'new-password',
    visibilityToggleButtonProps: { 'aria-label': t`Show the password` },
    maxLength: 1000,
    required: true,
  }
  return (
    <>
      <PasswordInput
        {...form.field('new_password')}
        {...secret}
        label={t`New password`}
        description={t`At least 12 characters, and not one that many people use.`}
      />
      <PasswordInput {...form.field('again')} {...secret} label={t`New password, once more`} />
    </>
  )
}

/** Sends the form if both are the same; otherwise says `words` at the second one. */
export const twiceTheSame =
  ({ form, submit }: PasswordForm, words: string) =>
  async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    const { new_password, again } = form.getValues()
    if (new_password === again) return submit(event)
    event.preventDefault()
    event.stopPropagation()
    form.setFieldError('again', words)
  }
