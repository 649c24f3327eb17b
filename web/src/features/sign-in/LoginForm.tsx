import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { linesOf } from '../../api/errors.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SupportMail } from '../../ui/SupportMail.tsx'
import classes from './LoginPage.module.css'
import { useLogin, useOptions } from './use-login.ts'

type Props = {
  ended?: 'idle' | 'expired'
  onEnter: () => Promise<unknown>
  onBegin?: (() => void) | undefined
  /** Whose account is none of the directory's, as far as is known. */
  local?: boolean
}

/** User name, password, and where they are checked. */
export const LoginForm = ({ ended, onEnter, onBegin, local = false }: Props) => {
  const { t } = useLingui()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wanted, setWanted] = useState(!local)
  const { options, again } = useOptions()
  const { login, busy, error } = useLogin(onEnter)
  // Directory login is the default wherever a directory exists.
  const available = options?.ldap ?? false
  const ldap = available && wanted

  const send = (event: FormEvent) => {
    event.preventDefault()
    void login({ username: username.trim(), password, auth_type: ldap ? 'ldap' : 'django' })
  }

  return (
    <form onSubmit={send} onInput={onBegin} noValidate>
      <Stack gap="md">
        {ended && !error && <EndedNotice ended={ended} />}
        {error !== undefined && <LoginError error={error} />}
        <TextInput
          label={t`Username`}
          type={ldap ? 'text' : 'email'}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          size="md"
          required
          autoFocus
        />
        <PasswordInput
          label={t`Password`}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
          maxLength={1000}
          size="md"
          required
        />
        <Checkbox
          label={t`Log in via LDAP (Active Directory)`}
          description={
            options ? (
              <OfBox available={available} ticked={ldap} />
            ) : (
              options === null && <Unasked onRetry={again} />
            )
          }
          checked={ldap}
          disabled={!available}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          <Trans>Log in</Trans>
        </Button>
        <Text size="sm" c="dimmed">
          <Trans>Email Finance or IT Support for access or to reset your login credentials.</Trans>{' '}
          <SupportMail address={options?.support_email} />
        </Text>
      </Stack>
    </form>
  )
}

/** What a ticked box refuses looks like a wrong password (specified): who has one of our own is told before. */
const OfBox = ({ available, ticked }: { available: boolean; ticked: boolean }) => {
  if (!available) return <Trans>No directory is connected to this installation.</Trans>
  return ticked && <Trans>Untick it if you chose your password here, by a link in a mail.</Trans>
}

const Unasked = ({ onRetry }: { onRetry: () => void }) => (
  <>
    <Trans>Whether a directory is connected could not be asked.</Trans>{' '}
    <Button variant="subtle" size="compact-xs" onClick={onRetry}>
      <Trans>Retry</Trans>
    </Button>
  </>
)

const LoginError = ({ error }: { error: unknown }) => (
  <Notice tone="bad">
    {linesOf(error).map((line) => (
      <p key={line} className={classes.told}>
        {line}
      </p>
    ))}
  </Notice>
)

const EndedNotice = ({ ended }: { ended: 'idle' | 'expired' }) => (
  <Notice tone="info">
    {ended === 'idle' ? (
      <Trans>
        You were signed out because nothing happened for a while. Log in to continue where you were.
      </Trans>
    ) : (
      <Trans>Your session has ended. Log in to continue where you were.</Trans>
    )}
  </Notice>
)
