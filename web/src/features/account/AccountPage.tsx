import { useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useSearchState } from '../../ui/address/use-search-state.ts'
import { Card } from '../../ui/Card.tsx'
import { Page } from '../../ui/Page.tsx'
import { AppearanceCard } from './AppearanceCard.tsx'
import classes from './account.module.css'
import { readAccount } from './account-address.ts'
import { DetailsPanel } from './DetailsPanel.tsx'
import { LanguageCard } from './LanguageCard.tsx'
import { NotificationsPanel } from './NotificationsPanel.tsx'
import { PictureCard } from './PictureCard.tsx'
import { SecurityCard } from './SecurityCard.tsx'

/** `/dashboard/my-account`: who I am here, what I hear of, and how the screens look. */
export const AccountPage = () => {
  const { t } = useLingui()
  return (
    <Page title={t`My Account`} crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}>
      <div className={classes.columns}>
        <PictureCard />
        <div className={classes.stack}>
          <AccountTabs />
          <LanguageCard />
          <AppearanceCard />
          <SecurityCard />
        </div>
      </div>
    </Page>
  )
}

/** Both panels stay, so that what was ticked in one is there after a look at the other. */
const AccountTabs = () => {
  const { t } = useLingui()
  const { search, replace } = useSearchState(readAccount)
  const { tab = 'details' } = search
  const show = (to: string | null) => replace({ tab: to === 'notifications' ? to : undefined })
  return (
    <Card>
      <Tabs value={tab} onChange={show}>
        <Tabs.List mb="md">
          <Tabs.Tab value="details">{t`Details`}</Tabs.Tab>
          <Tabs.Tab value="notifications">{t`Notification Preferences`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details">
          <DetailsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <NotificationsPanel />
        </Tabs.Panel>
      </Tabs>
    </Card>
  )
}
