import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { passwords } from '#contract/people/passwords.ts'
import { ApiError } from '../../api/errors.ts'
import { useActForm } from '../../ui/form/use-act-form.ts'

/** Asks for a link by mail. Whether the address belongs to anybody is not told. */
export const LinkRequest = () => {
  const { t } = useLingui()
  const form = useActForm(passwords.requestReset, {
    initial: { email: '' },
    toInput: (values) => ({ body: values }),
    done: t`Password reset email sent. Please check your inbox.`,
    // Whoever has to wait is told for how long.
    failed: (message, error) =>
      error instanceof ApiError && error.status === 429
        ? message
        : t`Error resetting password. Please try again.`,
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>
            If your e-mail address has a local account, we send a link to it that works once, for 30 minutes.
          </Trans>
        </Text>
        <TextInput
          {...form.field('email')}
          label={t`E-mail address`}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          size="md"
          required
          autoFocus
        />
        <Button type="submit" size="md" loading={form.busy} fullWidth>
          <Trans>Send the link</Trans>
        </Button>
      </Stack>
    </form>
  )
}
