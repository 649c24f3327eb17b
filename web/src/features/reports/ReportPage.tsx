import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { queryOf } from '../../ui/list/list-address.ts'
import { Page } from '../../ui/Page.tsx'
import { RequestCard } from './RequestCard.tsx'
import { RequestedReports } from './RequestedReports.tsx'
import { reportsAddress } from './reports-address.ts'
import { Subscriptions } from './Subscriptions.tsx'
import { requestedPage } from './use-running.ts'

/** `/dashboard/report`: documents as files, once or again and again. */
export const ReportPage = () => {
  const { t } = useLingui()
  const { error } = useQuery(requestedPage(queryOf(reportsAddress, {})))
  return (
    <Page title={t`Reports`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]} error={error}>
      <RequestCard />
      <Subscriptions />
      <RequestedReports />
    </Page>
  )
}
