import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessions } from '#contract/people/sessions.ts'
import { q } from '../../api/queries.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { Card } from '../../ui/Card.tsx'
import { confirm } from '../../ui/dialogs/ask.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { ChangePasswordForm } from './ChangePasswordForm.tsx'
import { SessionList } from './SessionList.tsx'

/** The own password, and where the person is signed in. */
export const SecurityCard = () => {
  const { t } = useLingui()
  const [changing, setChanging] = useState(false)
  const { data, error, refetch } = useQuery(q(sessions.list))
  const endOthers = useEndOthers()
  return (
    <Card title={t`Password and sessions`}>
      {error && (
        <LoadError
          error={error}
          title={t`Your sessions could not be loaded.`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={120} />}
      {data && (
        <>
          {data.password === 'directory' && (
            <Text size="sm" c="dimmed">
              <Trans>Your password belongs to your company’s directory. Please change it there.</Trans>
            </Text>
          )}
          <Group gap="xs">
            {data.password === 'local' && (
              <Button variant="default" onClick={() => setChanging(true)}>
                <Trans>Change password</Trans>
              </Button>
            )}
            {data.sessions.length > 1 && (
              <Button variant="default" onClick={() => void endOthers()}>
                <Trans>Sign out everywhere else</Trans>
              </Button>
            )}
          </Group>
          <SessionList sessions={data.sessions} />
        </>
      )}
      {changing && <ChangePasswordForm onClose={() => setChanging(false)} />}
    </Card>
  )
}

const useEndOthers = () => {
  const { t } = useLingui()
  const { act } = useAct(sessions.endOthers, { done: t`You are signed out everywhere else.` })
  return () =>
    confirm({
      title: t`Sign out everywhere else?`,
      body: <Trans>All your sessions end but this one. What was typed there and not saved is lost.</Trans>,
      confirm_label: t`Sign out everywhere else`,
      dismiss_label: t`Stay signed in`,
      danger: true,
      act: () => act({}),
    })
}
