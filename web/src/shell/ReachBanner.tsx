import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconRefreshAlert, IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useReach } from '../api/reach.ts'
import { dropUnsent, forgetUnsent, sendUnsent, useUnsent } from '../ui/acts/unsent.ts'
import { useMissing } from '../ui/later/later.ts'
import classes from './TroubleBanner.module.css'

/** While the server is not reached: that what is shown may be old, and what was not sent. */
export const ReachBanner = () => {
  const reach = useReach()
  const missing = useMissing()
  const unsent = useUnsent()
  useReturn(reach === 'reached', unsent.length > 0)
  // What one person sent is nothing that the next one sends.
  useEffect(() => forgetUnsent, [])
  return (
    <div role="status">
      {reach !== 'reached' && (
        <div className={classes.banner}>
          <IconWifiOff size={18} aria-hidden />
          <div>
            <b>
              {reach === 'offline' ? <Trans>You are offline.</Trans> : <Trans>Lulus does not answer.</Trans>}
            </b>{' '}
            {unsent.length === 0 ? (
              <Trans>What you see may be old. It is brought up to date by itself.</Trans>
            ) : (
              <Trans>What was not sent is sent once more by itself:</Trans>
            )}
            {unsent.length > 0 && (
              <ul className={classes.unsent}>
                {unsent.map(({ key, text }) => (
                  <UnsentLine key={key} text={text} onDrop={() => dropUnsent(key)} />
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      {reach === 'reached' && missing && <Outdated />}
    </div>
  )
}

/** The server is there, and a part of this page is not: whoever waits for it would wait for ever. */
const Outdated = () => (
  <div className={classes.banner}>
    <IconRefreshAlert size={18} aria-hidden />
    <div>
      <b>
        <Trans>Lulus was updated.</Trans>
      </b>{' '}
      <Trans>A part of this page cannot be opened any more.</Trans>{' '}
      <Button variant="default" size="compact-xs" onClick={() => window.location.reload()}>
        <Trans>Reload the page</Trans>
      </Button>
    </div>
  </div>
)

const UnsentLine = ({ text, onDrop }: { text: string; onDrop: () => void }) => {
  const { t } = useLingui()
  return (
    <li>
      {text}{' '}
      <Button variant="subtle" size="compact-xs" onClick={onDrop} aria-label={t`Do not send: ${text}`}>
        <Trans>Do not send</Trans>
      </Button>
    </li>
  )
}

/** Once the server is there again, what was not sent is sent, and what could not be loaded is loaded. */
const useReturn = (reached: boolean, isUnsent: boolean) => {
  const client = useQueryClient()
  // Also what is kept only now: the answer to another call may have come before this one was given up.
  useEffect(() => {
    if (reached && isUnsent) void sendUnsent()
  }, [reached, isUnsent])
  useEffect(() => {
    if (!reached) return
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [reached, client])
}
