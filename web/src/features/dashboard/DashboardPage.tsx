import { useLingui } from '@lingui/react/macro'
import { Skeleton, Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { paths } from '../../paths.ts'
import { Page } from '../../ui/Page.tsx'
import { Overview } from './Overview.tsx'

const Graphs = lazy(() => import('./Graphs.tsx').then(({ Graphs }) => ({ default: Graphs })))

/** `/dashboard`: how the documents stand, this year and this month. */
export const DashboardPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tab = 'overview' } = useSearch({ from: '/shell/dashboard' })
  const show = (to: string | null) =>
    navigate({ to: paths.dashboard, search: to === 'graphs' ? { tab: 'graphs' } : {}, replace: true })
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
    </Page>
  )
}
