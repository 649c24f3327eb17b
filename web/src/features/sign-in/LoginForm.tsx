import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { session } from '#contract/people/session.ts'
import { linesOf } from '../../api/errors.ts'
import { useSend } from '../../api/queries.ts'
import { keepToken } from '../../api/token.ts'
import { sessionOptions } from '../../session/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SupportAddress } from '../../widgets/SupportAddress.tsx'
import classes from './LoginPage.module.css'

type Props = { ended?: 'idle' | 'expired'; onEnter: () => void }

/** User name, password, and where they are checked. */
export const LoginForm = ({ ended, onEnter }: Props) => {
  const { t } = useLingui()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [wanted, setWanted] = useState(true)
  const options = useQuery(sessionOptions)
  const login = useSend(session.login)
  // Directory login is the default wherever a directory exists.
  const available = options.data?.ldap ?? false
  const ldap = available && wanted

  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = { username: username.trim(), password, auth_type: ldap ? 'ldap' : 'django' } as const
    login.mutate(
      { body },
      {
        onSuccess: ({ token }) => {
          keepToken(token)
          onEnter()
        },
      },
    )
  }

  return (
    <form onSubmit={send}>
      <Stack gap="md">
        {ended && !login.error && <EndedNotice ended={ended} />}
        {login.error && <LoginError error={login.error} />}
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
          description={options.data && !available && t`No directory is connected to this installation.`}
          checked={ldap}
          disabled={!available}
          onChange={(event) => setWanted(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={login.isPending} fullWidth>
          <Trans>Log in</Trans>
        </Button>
        <WhereToAsk />
      </Stack>
    </form>
  )
}

const WhereToAsk = () => (
  <Text size="sm" c="dimmed">
    <Trans>Email Finance or IT Support for access or to reset your login credentials.</Trans>{' '}
    <SupportAddress />
  </Text>
)

const LoginError = ({ error }: { error: Error }) => (
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
