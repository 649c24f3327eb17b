import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  IconAddressBook,
  IconArrowsExchange,
  IconFilePlus,
  IconFiles,
  IconLayoutDashboard,
  IconLifebuoy,
  IconPackages,
  IconReportAnalytics,
  IconRubberStamp,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { AccessType } from '#domain/access/caller.ts'
import type { Permissions } from '#domain/access/flags.ts'
import { paths } from '../paths.ts'

export type MenuItem = {
  label: MessageDescriptor
  icon: TablerIcon
  to: (typeof paths)[keyof typeof paths]
  /** The letter that leads there after G. */
  key: string
  /** Needs any of these flags; none means everybody. */
  any_of?: readonly (keyof Permissions)[]
  superadmin?: true
  /** Its screens lie below its address: the way to all of them. */
  leads_on?: true
}

const ADDRESS_BOOK = ['can_create_invoice', 'can_view_all'] as const

/** The side menu in order, with who sees what (specification 1 §6). A new screen is one line here. */
export const MENU: readonly MenuItem[] = [
  { label: msg`Dashboard`, icon: IconLayoutDashboard, to: paths.dashboard, key: 'd' },
  {
    label: msg`E-Invoices`,
    icon: IconFiles,
    to: paths.invoices,
    key: 'i',
    any_of: ['can_view_invoice', 'can_view_all'],
  },
  {
    label: msg`Create`,
    icon: IconFilePlus,
    to: paths.createDocument,
    key: 'n',
    any_of: ['can_create_invoice'],
  },
  {
    label: msg`Approve`,
    icon: IconRubberStamp,
    to: paths.approval,
    key: 'a',
    any_of: ['can_approve_invoice'],
  },
  { label: msg`Customers`, icon: IconAddressBook, to: paths.customers, key: 'c', any_of: ADDRESS_BOOK },
  { label: msg`Saved Items`, icon: IconPackages, to: paths.items, key: 's', any_of: ADDRESS_BOOK },
  {
    label: msg`Reporting`,
    icon: IconReportAnalytics,
    to: paths.report,
    key: 'r',
    any_of: ['can_export_csv', 'can_view_all'],
  },
  { label: msg`My Team`, icon: IconUsers, to: paths.account, key: 't' },
  {
    label: msg`Admin Setting`,
    icon: IconSettings,
    to: paths.admin,
    key: 'o',
    superadmin: true,
    leads_on: true,
  },
  {
    label: msg`Data Mapping`,
    icon: IconArrowsExchange,
    to: paths.dataMapping,
    key: 'm',
    any_of: ['can_perform_mapping'],
    leads_on: true,
  },
  { label: msg`Support`, icon: IconLifebuoy, to: paths.support, key: 'h' },
]

export const menuFor = (held: Permissions, access_type: AccessType) =>
  MENU.filter(
    (item) =>
      (!item.any_of || item.any_of.some((flag) => held[flag])) &&
      (!item.superadmin || access_type === 'superadmin'),
  )
