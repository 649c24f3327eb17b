import { useLingui } from '@lingui/react/macro'
import { Skeleton, Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useSearchState } from '../../ui/address/use-search-state.ts'
import { whenWanted } from '../../ui/later/later.ts'
import { Page } from '../../ui/Page.tsx'
import { MessagesDialog } from './MessagesDialog.tsx'
import { Overview } from './Overview.tsx'
import { readDashboard } from './search.ts'

const Graphs = whenWanted(async () => (await import('./graphs/Graphs.tsx')).Graphs)

/** `/dashboard`: how the documents stand, this year and this month. */
export const DashboardPage = () => {
  const { t } = useLingui()
  const { search, replace } = useSearchState(readDashboard)
  const { tab = 'overview' } = search
  const show = (to: string | null) => replace({ tab: to === 'graphs' ? to : undefined })
  return (
    <Page title={t`Dashboard`}>
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="overview">{t`Overview`}</Tabs.Tab>
          <Tabs.Tab value="graphs">{t`Graphs`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview />
        </Tabs.Panel>
        <Tabs.Panel value="graphs">
          <Suspense fallback={<Skeleton h={320} />}>
            <Graphs />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      <MessagesDialog />
    </Page>
  )
}
