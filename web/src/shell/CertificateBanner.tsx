import { Plural, Trans } from '@lingui/react/macro'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CertificateWarning, entities } from '#contract/entities.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { q } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { useProfile } from '../session/session.ts'
import classes from './TroubleBanner.module.css'

const FRESH_MS = HOUR_MS

/** For superadmins: signing certificates that end within 60 days and have no successor. */
export const CertificateBanner = () => {
  const { access_type } = useProfile()
  const { data } = useQuery({
    ...q(entities.warnings),
    enabled: access_type === 'superadmin',
    staleTime: FRESH_MS,
  })
  return (
    <div role="status">
      {data?.warnings.map((warning) => (
        <p key={warning.sender_entity_id} className={classes.banner}>
          <IconCertificate size={18} aria-hidden />
          <span>
            <b>
              <Ending {...warning} />
            </b>{' '}
            <Link to={paths.entity} params={{ id: warning.sender_entity_id }}>
              <Trans>Upload the next one</Trans>
            </Link>
          </span>
        </p>
      ))}
    </div>
  )
}

const Ending = ({ name, days_left }: CertificateWarning) =>
  days_left === 0 ? (
    <Trans>The signing certificate of {name} has expired; its documents wait.</Trans>
  ) : (
    <Plural
      value={days_left}
      one={`The signing certificate of ${name} ends in # day.`}
      other={`The signing certificate of ${name} ends in # days.`}
    />
  )
