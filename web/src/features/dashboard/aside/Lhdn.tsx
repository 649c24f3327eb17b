import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconBan, IconCertificate, IconCircleCheck, IconCloudOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Today } from '#contract/dashboard.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { formatDate } from '../../../dates.ts'
import { paths } from '../../../paths.ts'
import { useProfile } from '../../../session/session.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Card } from '../../../ui/Card.tsx'
import { countText } from '../../../ui/count-text.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { ENVIRONMENT_LOOK } from '../../../widgets/environment-look.ts'
import classes from './aside.module.css'

/** Whether LHDN answers, for each environment of the person's companies, and which certificates end. */
export const Lhdn = ({ today: { troubles, refusals, certificates } }: { today: Today }) => {
  const { t, i18n } = useLingui()
  const { sender_entities, access_type } = useProfile()
  const environments = [...new Set(sender_entities.map(({ environment }) => environment))]
  return (
    <Card title={t`LHDN`} className={classes.card ?? ''}>
      <ul className={classes.rows}>
        {environments.map((environment) => {
          const trouble = troubles.find((one) => one.environment === environment)
          return (
            <li key={environment}>
              <div className={classes.line}>
                <span>{i18n._(ENVIRONMENT_LOOK[environment].word)}</span>
                {trouble ? (
                  <Badge tone="waiting" icon={IconCloudOff} word={t`Does not answer`} />
                ) : refusals.some((one) => one.environment === environment) ? (
                  <Badge tone="waiting" icon={IconBan} word={t`Refuses`} />
                ) : (
                  <Badge tone="good" icon={IconCircleCheck} word={t`Answers`} />
                )}
              </div>
              {trouble && (
                <p className={classes.more}>
                  <Trans>
                    Since <InstantText value={trouble.since} />.
                  </Trans>{' '}
                  <Waiting {...trouble} />
                </p>
              )}
            </li>
          )
        })}
        {certificates.map(({ sender_entity_id, name, not_after, days_left }) => {
          const end = formatDate(malaysianDate(new Date(not_after)))
          return (
            <li key={sender_entity_id}>
              <div className={classes.line}>
                <Link to={paths.entity} params={{ id: sender_entity_id }} className={classes.name}>
                  {name}
                </Link>
                <Badge
                  tone={days_left === 0 ? 'bad' : 'waiting'}
                  icon={IconCertificate}
                  word={
                    days_left === 0 ? t`Expired` : <Plural value={days_left} one="# day" other="# days" />
                  }
                />
              </div>
              <p className={classes.more}>
                {days_left === 0 ? t`The certificate ended on ${end}.` : t`The certificate ends on ${end}.`}
              </p>
            </li>
          )
        })}
        {access_type === 'superadmin' && certificates.length === 0 && (
          <li>
            <div className={classes.line}>
              <span>{t`Certificates`}</span>
              <Badge tone="good" icon={IconCertificate} word={t`None ends soon`} />
            </div>
          </li>
        )}
      </ul>
    </Card>
  )
}

const Waiting = ({ waiting, more }: Today['troubles'][number]) => {
  const count = countText({ count: waiting, more })
  if (more) return <Trans>{count} documents wait.</Trans>
  return <Plural value={waiting} one="# document waits." other="# documents wait." />
}
