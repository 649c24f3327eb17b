import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPointFilled } from '@tabler/icons-react'
import { type OwnSession, sessions } from '#contract/people/sessions.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { Badge } from '../../ui/Badge.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { deviceName } from './device-name.ts'
import classes from './SessionList.module.css'

/** Where the person is signed in; any session but the one that looks can be ended. */
export const SessionList = ({ sessions: all }: { sessions: readonly OwnSession[] }) => {
  const { t } = useLingui()
  return (
    <ul className={classes.list} aria-label={t`Where you are signed in`}>
      {all.map((one) => (
        <SessionRow key={one.id} session={one} />
      ))}
    </ul>
  )
}

const SessionRow = ({ session: { id, user_agent, ip, last_used_at, current } }: { session: OwnSession }) => {
  const { t } = useLingui()
  const { act, busy } = useAct(sessions.end, { done: t`The session was ended.` })
  const device = deviceName(user_agent) || t`Unknown device`
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span>{device}</span>
        <span className={classes.quiet}>
          {ip} ·{' '}
          <Trans>
            last used <InstantText value={last_used_at} />
          </Trans>
        </span>
      </div>
      {current ? (
        <Badge tone="good" icon={IconPointFilled} word={<Trans>This session</Trans>} />
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          aria-label={t`End session of ${device} at ${ip}`}
          onClick={() => void act({ params: { id } })}
        >
          <Trans>End session</Trans>
        </Button>
      )}
    </li>
  )
}
