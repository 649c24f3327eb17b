import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconCircleCheck, IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { type Certificate, ENVIRONMENTS, type Entity } from '#contract/entities.ts'
import { told } from '../../i18n.ts'
import { type Look, LookBadge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { ENVIRONMENT_LOOK } from '../../widgets/environment-look.ts'
import { CertificateUpload } from './CertificateUpload.tsx'
import classes from './entities.module.css'
import { WaitingActions } from './WaitingActions.tsx'

const STATES: Record<Certificate['state'], Look> = {
  in_use: { word: msg`In use`, tone: 'good', icon: IconCircleCheck },
  waiting: { word: msg`Waiting`, tone: 'neutral', icon: IconClock },
  replaced: { word: msg`Replaced`, tone: 'neutral', icon: IconArchive },
  expired: { word: msg`Expired`, tone: 'bad', icon: IconAlertTriangle },
}

/** The signing certificates for one environment, and the door for the next one. */
export const CertificateCard = ({ entity }: { entity: Entity }) => {
  const { t, i18n } = useLingui()
  const [environment, setEnvironment] = useState(entity.environment)
  const certificates = entity.access.find((one) => one.environment === environment)?.certificates ?? []
  return (
    <Card
      title={t`Certificate`}
      aside={
        <SegmentedControl
          aria-label={t`Environment of the certificates`}
          size="xs"
          data={ENVIRONMENTS.map((value) => ({ value, label: i18n._(ENVIRONMENT_LOOK[value].word) }))}
          value={environment}
          onChange={setEnvironment}
        />
      }
    >
      {certificates.length === 0 && (
        <p className={classes.quiet}>
          <Trans>No signing certificate yet. Documents of version 1.1 need one.</Trans>
        </p>
      )}
      {certificates.map((certificate) => (
        <CertificateFacts key={certificate.id} entity={entity} certificate={certificate} />
      ))}
      <CertificateUpload key={environment} entity={entity} environment={environment} />
    </Card>
  )
}

const CertificateFacts = ({ entity, certificate }: { entity: Entity; certificate: Certificate }) => {
  const { t, i18n } = useLingui()
  const { state, subject, issuer, serial, not_before, not_after, takes_over_at, problem } = certificate
  const look = STATES[state]
  return (
    <section className={classes.certificate} aria-label={i18n._(look.word)}>
      <div className={classes.certificateHead}>
        <LookBadge {...look} />
        {state === 'waiting' && <WaitingActions entity_id={entity.id} certificate={certificate} />}
      </div>
      {problem && <p className={classes.problem}>{told(problem)}</p>}
      <Facts
        layout="list"
        facts={[
          [t`Subject`, subject],
          [t`Issuer`, issuer],
          [t`Serial`, serial],
          [
            t`Valid`,
            <>
              <InstantText value={not_before} /> – <InstantText value={not_after} />
            </>,
          ],
          [t`Takes over`, state === 'waiting' && <InstantText value={takes_over_at} />],
        ]}
      />
    </section>
  )
}
