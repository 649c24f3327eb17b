import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DemoSurvey, demo } from '#contract/installation/demo.ts'
import { q } from '../../api/queries.ts'
import { told } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useProfile } from '../../session/session.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Page } from '../../ui/Page.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import classes from './demo.module.css'
import { RemoveForm } from './RemoveForm.tsx'

/** `/admin/demo-data`: what the demo company brought along, and its removal in one act. */
export const DemoPage = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(demo.read))
  return (
    <Page title={t`Demo Data`} crumbs={useAdminCrumbs()} error={error}>
      {error && (
        <LoadError
          error={error}
          title={t`The demo data could not be counted.`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={320} />}
      {data?.gone && <Gone />}
      {data && !data.gone && <Removal found={data} />}
    </Page>
  )
}

/** Whoever has removed it all founds their own company next. */
const Gone = () => {
  const { t } = useLingui()
  const { sender_entities } = useProfile()
  const next = (
    <Button component={Link} to={paths.entities}>
      <Trans>Go to Entity Management</Trans>
    </Button>
  )
  return (
    <EmptyState title={t`There is no demo data here.`} action={sender_entities.length === 0 && next}>
      <Trans>No company or account of this portal belongs to the demo.</Trans>
    </EmptyState>
  )
}

const Removal = ({ found }: { found: DemoSurvey }) => {
  const { t } = useLingui()
  const deactivated = found.accounts_deactivated
  const kept = found.accounts.filter((one) => !one.deleted).map(({ email }) => email)
  // A superadmin has all there are.
  const alone = useProfile().sender_entities.length === found.companies.length
  return (
    <div className={classes.cards}>
      <WhatGoes found={found} />
      <Card title={t`What stays`}>
        <ul className={classes.stays}>
          <li>
            <Trans>Your own companies and people, with all that is theirs.</Trans>
          </li>
          <li>
            <Trans>
              What the audit log tells of people and settings, the log of sign-ins, settings and groups.
            </Trans>
          </li>
          {deactivated > 0 && (
            <li>
              <Trans>
                Demo accounts that your own data or the log of sign-ins name ({deactivated}). They are
                switched off, so nobody can log in with them.
              </Trans>{' '}
              {kept.join(', ')}
            </li>
          )}
        </ul>
        {alone && (
          <p className={classes.quiet}>
            <Trans>
              There is no other company. Once the demo is gone, add yours under Entity Management; until then
              only Admin Setting can be used.
            </Trans>
          </p>
        )}
      </Card>
      {found.refusal ? (
        <Notice tone="waiting" title={t`It cannot be removed now.`}>
          {told(found.refusal)}
        </Notice>
      ) : (
        <RemoveForm confirmation={found.confirmation} />
      )}
    </div>
  )
}

const WhatGoes = ({ found }: { found: DemoSurvey }) => {
  const { t } = useLingui()
  const deleted = found.accounts.filter((one) => one.deleted).map(({ email }) => email)
  return (
    <Card title={t`What is removed`}>
      <Facts
        layout="list"
        facts={[
          [t`Companies`, found.companies.join(', ')],
          [t`Documents`, String(found.documents)],
          [t`Customers`, String(found.customers)],
          [t`Saved items`, String(found.items)],
          [t`Templates`, String(found.templates)],
          [t`API keys`, String(found.api_keys)],
          [t`Accounts`, deleted.join(', ') || '0'],
        ]}
      />
      {deleted.length > 0 && (
        <p className={classes.quiet}>
          <Trans>
            An account of the demo goes even where somebody has renamed it: whoever works with one of these
            needs an account of their own first.
          </Trans>
        </p>
      )}
      <p className={classes.quiet}>
        <Trans>
          With the documents go their history and the evidence of what was sent, with the companies their
          departments, credentials and certificates, and what the audit log tells of them.
        </Trans>
      </p>
    </Card>
  )
}
