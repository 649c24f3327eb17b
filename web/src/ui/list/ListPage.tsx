import { useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { own } from '#codes/own.ts'
import { type Crumb, Page } from '../Page.tsx'
import type { FilterField } from './filters.ts'
import classes from './List.module.css'
import { List, type ListProps } from './List.tsx'
import { ListFilters } from './ListFilters.tsx'
import type { UsualSearch } from './list-address.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

type Props<Row, Tab extends string> = Omit<ListProps<Row>, 'label'> & {
  title: string
  crumbs: readonly Crumb[]
  actions?: ReactNode
  /** What the table holds, for screen readers, where the title does not say it. */
  label?: string
  filters?: readonly FilterField[]
  /** What their buttons are called, where not Apply and Clear. */
  filter_words?: { apply: string; clear: string }
  /** What the list is about, above its filters. */
  about?: ReactNode
  /** What stands between the filters and the list. */
  above?: ReactNode
  /** The tabs by their names in the address; the first is the usual one and need not be said there. */
  tabs?: Readonly<Record<Tab, string>>
  /** How many rows each holds, in figures; where it is not known, or none, nothing stands beside the name. */
  tab_counts?: Readonly<Partial<Record<Tab, string>>> | undefined
  /** What a view that is kept says beside the address. */
  view_also?: UsualSearch
  /** Given the tab's name; undefined for the usual one. Where more changes with the tab than the tab. */
  onTab?: (tab: Tab | undefined) => void
  /** Dialogs and panels that belong to the list. */
  children?: ReactNode
}

/** A screen that is a list: its head, filters, tabs, rows and pages. A missing right stands in place of all. */
export const ListPage = <Row, Tab extends string = string>(props: Props<Row, Tab>) => {
  const { title, crumbs, actions, label = title, filters, filter_words, about, above, ...rest } = props
  const { tabs, tab_counts, onTab, view_also, children, ...table } = rest
  const { list } = table
  const searched = 'search' in list ? list : undefined
  return (
    <Page
      title={title}
      crumbs={crumbs}
      actions={
        <>
          {searched?.views && <ViewsMenu of={searched.views} list={searched} also={view_also} />}
          {actions}
        </>
      }
      error={list.error}
    >
      {about}
      {searched && filters && <ListFilters list={searched} fields={filters} words={filter_words} />}
      {above}
      {searched && tabs ? (
        <ListTabs
          tab={searched.search.tab}
          tabs={tabs}
          counts={tab_counts}
          onTab={onTab ?? ((tab) => searched.first({ tab }))}
        >
          <List {...table} label={label} />
        </ListTabs>
      ) : (
        <List {...table} label={label} />
      )}
      {children}
    </Page>
  )
}

type TabsProps<Tab extends string> = {
  tab: string | undefined
  tabs: Readonly<Record<Tab, string>>
  counts: Readonly<Partial<Record<Tab, string>>> | undefined
  onTab: (tab: Tab | undefined) => void
  children: ReactNode
}

const ListTabs = <Tab extends string>({ tab, tabs, counts, onTab, children }: TabsProps<Tab>) => {
  const { t } = useLingui()
  // The names in `tabs` are the tabs.
  const all = Object.entries<string>(tabs) as [Tab, string][]
  const usual = all[0]?.[0] ?? ''
  const of = (name: Tab) => counts && own<string | undefined>(counts, name)
  return (
    <Tabs
      value={tab ?? usual}
      onChange={(to) => onTab(all.find(([name]) => name === to && name !== usual)?.[0])}
      keepMounted={false}
    >
      <Tabs.List className={classes.tabs}>
        {all.map(([name, label]) => (
          <Tabs.Tab
            key={name}
            value={name}
            aria-description={of(name) === '1' ? t`1 row` : of(name) && t`${of(name)} rows`}
            rightSection={of(name) && <span aria-hidden>{of(name)}</span>}
          >
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab ?? usual} pt="sm" tabIndex={-1}>
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}
