import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { unsubscribe } from '#contract/notifications/unsubscribe.ts'
import { paths } from '../../paths.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { EntryFrame } from './EntryFrame.tsx'

const route = getRouteApi('/unsubscribe/$token')

/** `/unsubscribe/:token`: where the link of a daily mail leads. Opened it ends nothing; programs open links too. */
export const UnsubscribePage = () => {
  const { t } = useLingui()
  const params = route.useParams()
  const { act, busy } = useAct(unsubscribe.digest)
  const [ended, setEnded] = useState(false)
  const end = async () => setEnded((await act({ params })) !== undefined)
  return (
    <EntryFrame title={t`Daily mail`} heading={<Trans>Daily mail</Trans>}>
      <Stack gap="md">
        <Text role="status">
          {ended ? (
            <Trans>The daily mail has ended. You find everything in the portal.</Trans>
          ) : (
            <Trans>Once a day Lulus tells you by mail what waits for you.</Trans>
          )}
        </Text>
        {!ended && (
          <Button size="md" loading={busy} onClick={() => void end()} fullWidth>
            <Trans>End the daily mail</Trans>
          </Button>
        )}
        <Link to={paths.login}>
          <Trans>To the portal</Trans>
        </Link>
      </Stack>
    </EntryFrame>
  )
}
