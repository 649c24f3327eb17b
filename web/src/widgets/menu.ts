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
  /** Needs any of these flags; none means everybody. */
  any_of?: readonly (keyof Permissions)[]
  superadmin?: true
  /** Its screens lie below its address: the way to all of them. */
  leads_on?: true
}

const ADDRESS_BOOK = ['can_create_invoice', 'can_view_all'] as const

/** The side menu in order, with who sees what (specification 1 §6). A new screen is one line here. */
export const MENU: readonly MenuItem[] = [
  { label: msg`Dashboard`, icon: IconLayoutDashboard, to: paths.dashboard },
  {
    label: msg`E-Invoices`,
    icon: IconFiles,
    to: paths.invoices,
    any_of: ['can_view_invoice', 'can_view_all'],
  },
  { label: msg`Create`, icon: IconFilePlus, to: paths.createDocument, any_of: ['can_create_invoice'] },
  { label: msg`Approve`, icon: IconRubberStamp, to: paths.approval, any_of: ['can_approve_invoice'] },
  { label: msg`Customers`, icon: IconAddressBook, to: paths.customers, any_of: ADDRESS_BOOK },
  { label: msg`Saved Items`, icon: IconPackages, to: paths.items, any_of: ADDRESS_BOOK },
  {
    label: msg`Reporting`,
    icon: IconReportAnalytics,
    to: paths.report,
    any_of: ['can_export_csv', 'can_view_all'],
  },
  {
    label: msg`Data Mapping`,
    icon: IconArrowsExchange,
    to: paths.dataMapping,
    any_of: ['can_perform_mapping'],
    leads_on: true,
  },
  { label: msg`My Team`, icon: IconUsers, to: paths.account },
  {
    label: msg`Admin Setting`,
    icon: IconSettings,
    to: paths.admin,
    superadmin: true,
    leads_on: true,
  },
  { label: msg`Support`, icon: IconLifebuoy, to: paths.support },
]

export const menuFor = (held: Permissions, access_type: AccessType) =>
  MENU.filter(
    (item) =>
      (!item.any_of || item.any_of.some((flag) => held[flag])) &&
      (!item.superadmin || access_type === 'superadmin'),
  )
