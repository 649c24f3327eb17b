import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  IconBookmark,
  IconFileInvoice,
  IconFileUpload,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { customers } from '#contract/customers.ts'
import { documents } from '#contract/documents.ts'
import { views } from '#contract/people/views.ts'
import { formatAmount } from '#domain/money/format.ts'
import { GUID } from '#domain/text/guid.ts'
import { q } from '../../api/queries.ts'
import { ADMIN_SCREENS } from '../../features/admin/admin-screens.ts'
import { MAPPING_SCREENS } from '../../features/mappings/mapping-screens.ts'
import { paths } from '../../paths.ts'
import { parseSearch } from '../../search.ts'
import { usePermissions, useProfile } from '../../session/session.ts'
import { signOut } from '../../session/sign-out.ts'
import { menuFor } from '../../widgets/menu.ts'
import type { ScreenCard } from '../../widgets/ScreenCards.tsx'
import { VIEWED_PLACES } from '../../widgets/viewed-lists.ts'
import { findOffers, type Offer } from './find.ts'

export type Act = Offer & {
  icon: TablerIcon
  /** The shortcut that does the same. */
  keys?: string
  run: () => void
}
type Group = { title: string; acts: readonly Act[] }

/** So many of what the server finds, and of the views that are kept. */
const FOUND_MAX = 5
/** From so many characters on the server is asked. */
const CHARS_MIN = 2
const PAUSE_MS = 200

/** What the palette offers for what is typed: screens, acts, and what the server finds of documents and customers. */
export const useOffers = (typed: string, onHelp: () => void) => {
  const { t } = useLingui()
  const screens = findOffers(useScreens(), typed)
  const kept = findOffers(useViews(), typed).slice(0, FOUND_MAX)
  const acts = findOffers(useActs(onHelp), typed)
  const found = useFound(typed.trim())
  const groups: Group[] = [
    { title: t`Go to`, acts: screens },
    { title: t`Views`, acts: kept },
    { title: t`Act`, acts },
    { title: t`Documents`, acts: found.documents },
    { title: t`Customers`, acts: found.customers },
  ]
  const { searching, failed, retry } = found
  return { groups: groups.filter((group) => group.acts.length > 0), searching, failed, retry }
}

const useGo = () => {
  const navigate = useNavigate()
  return (options: NavigateOptions) => () => void navigate(options)
}

const useScreens = (): Act[] => {
  const { t, i18n } = useLingui()
  const go = useGo()
  const { access_type } = useProfile()
  const held = usePermissions()
  const menu = menuFor(held, access_type).map(({ label, icon, to, key }) => {
    const keys = `G ${key.toUpperCase()}`
    return { id: to, words: i18n._(label), keys, icon, run: go({ to }) }
  })
  const below = (aside: string, screens: readonly Pick<ScreenCard, 'label' | 'icon' | 'to'>[]) =>
    screens.map(({ label, icon, to }) => ({ id: to, words: i18n._(label), aside, icon, run: go({ to }) }))
  return [
    ...menu,
    ...(held.can_create_invoice ? below(t`Create`, [UPLOADS_SCREEN]) : []),
    ...(held.can_perform_mapping ? below(t`Data Mapping`, MAPPING_SCREENS) : []),
    ...(access_type === 'superadmin' ? below(t`Admin Setting`, ADMIN_SCREENS) : []),
  ]
}

const UPLOADS_SCREEN = { label: msg`My Uploads`, icon: IconFileUpload, to: paths.imports }

/** The states of lists that this person keeps by name, of those that they can open. */
const useViews = (): Act[] => {
  const { i18n } = useLingui()
  const go = useGo()
  const screens = new Set(useScreens().map(({ id }) => id))
  const { data } = useQuery(q(views.list))
  return (data?.views ?? []).flatMap(({ id, list, name, search }) => {
    const { to, below = to, label } = VIEWED_PLACES[list]
    if (!screens.has(below)) return []
    // The list's own reader takes of it what makes sense.
    const run = go({ to, search: parseSearch(search) })
    return [{ id: `view ${id}`, words: name, aside: i18n._(label), icon: IconBookmark, run }]
  })
}

const useActs = (onHelp: () => void): Act[] => {
  const { t } = useLingui()
  const go = useGo()
  const may = usePermissions()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const making: Act[] = [
    { id: 'create', words: t`Create an invoice`, icon: IconPlus, run: go({ to: paths.create }) },
    { id: 'upload', words: t`Upload documents`, icon: IconFileUpload, run: go({ to: paths.upload }) },
  ]
  return [
    ...(may.can_create_invoice ? making : []),
    {
      id: 'colours',
      words: dark ? t`Use light colours` : t`Use dark colours`,
      icon: dark ? IconSun : IconMoon,
      run: () => setColorScheme(dark ? 'light' : 'dark'),
    },
    { id: 'keys', words: t`Keyboard shortcuts`, icon: IconKeyboard, run: onHelp },
    { id: 'logout', words: t`Logout`, icon: IconLogout, run: signOut },
  ]
}

const LHDN_UUID = /^[0-9a-z]{26}$/i

/** What may be a whole UUID, ours or LHDN's, is found as the search box of the list does. */
const soughtBy = (text: string) =>
  GUID.test(text) || LHDN_UUID.test(text) ? { search: text } : { invoice_number: text }

const useFound = (typed: string) => {
  const go = useGo()
  const may = usePermissions()
  const [query] = useDebouncedValue(typed, PAUSE_MS)
  const asks = query.length >= CHARS_MIN
  const numbers = useQuery({
    ...q(documents.list, { query: { ...soughtBy(query), page_size: FOUND_MAX } }),
    enabled: asks && (may.can_view_invoice || may.can_view_all),
  })
  const parties = useQuery({
    ...q(customers.find, { query: { search: query } }),
    enabled: asks && (may.can_create_invoice || may.can_edit_invoice || may.can_view_all),
  })
  const searching = asks && (query !== typed || numbers.isFetching || parties.isFetching)
  const lost = [numbers, parties].filter(({ error }) => asks && error)
  return {
    searching,
    /** Why what is offered is not all that there may be. */
    failed: searching ? undefined : lost[0]?.error,
    retry: () => {
      for (const search of lost) void search.refetch()
    },
    documents: asks
      ? (numbers.data?.results ?? []).map(({ uuid, invoice_number, customer, ...row }): Act => {
          const search = { invoice_number, open: uuid }
          const amount = `${row.invoice_currency} ${formatAmount(row.total_payable_amount)}`
          const aside = `${customer.name} · ${amount}`
          const run = go({ to: paths.invoices, search })
          return { id: uuid, words: invoice_number, aside, icon: IconFileInvoice, run }
        })
      : [],
    customers: asks
      ? (parties.data ?? []).slice(0, FOUND_MAX).map(({ id, name, tin_no }): Act => {
          const run = go({ to: paths.customers, search: { name } })
          return { id: `customer ${id}`, words: name, aside: tin_no, icon: IconUser, run }
        })
      : [],
  }
}
