import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { entities } from '#contract/entities.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Page } from '../../ui/Page.tsx'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { AccessCard } from './AccessCard.tsx'
import { ActivationButton } from './ActivationButton.tsx'
import { CertificateCard } from './CertificateCard.tsx'
import { Condition } from './Condition.tsx'
import classes from './entities.module.css'
import { LogoCard } from './LogoCard.tsx'
import { PartyCard } from './PartyCard.tsx'

const route = getRouteApi('/shell/admin/entity-management/$id')

/** `/admin/entity-management/:id`: what a company prints, where it sends to, and what it signs with. */
export const EntityPage = () => {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(q(entities.get, { params: { id } }))
  return (
    <Page
      title={data?.name ?? t`Company`}
      crumbs={[...useAdminCrumbs(), { label: t`Entity Management`, to: paths.entities }]}
      actions={
        data && (
          <>
            <Condition {...data} />
            <ActivationButton entity={data} />
            <HistoryLink kind="entity" id={id} />
          </>
        )
      }
    >
      {error && !data && (
        <LoadError error={error} title={t`The company could not be loaded.`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={480} radius="md" />}
      {data && (
        // What is begun for one company, and what was found out about it, ends with it.
        <div key={data.id} className={classes.columns}>
          <div className={classes.stack}>
            <PartyCard entity={data} />
            <LogoCard entity={data} />
          </div>
          <div className={classes.stack}>
            <AccessCard entity={data} />
            <CertificateCard entity={data} />
          </div>
        </div>
      )}
    </Page>
  )
}
