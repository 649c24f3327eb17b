import { describe, expect, it } from 'vitest'
import { FLAGS, permissionsOf } from '#domain/access/flags.ts'
import { MENU, menuFor } from './menu.ts'

const seen = (...flags: Parameters<typeof permissionsOf>[0] extends ReadonlySet<infer F> ? F[] : never) =>
  menuFor(permissionsOf(new Set(flags)), 'user').map((item) => item.to)

/** The address book comes before what everybody has at the end. */
const BOOK = ['/dashboard/customers', '/dashboard/itemstable']
const ACCOUNT = ['/dashboard/my-account', '/dashboard/support']

describe('the side menu', () => {
  it('shows only the dashboard, the own account and the defects to somebody without flags', () => {
    expect(seen()).toEqual(['/dashboard', ...ACCOUNT])
  })

  it('opens the documents to who may view one or all, and the address book with all', () => {
    expect(seen('can_view_invoice')).toEqual(['/dashboard', '/dashboard/invoices', ...ACCOUNT])
    const all = ['/dashboard', '/dashboard/invoices', ...BOOK, '/dashboard/report', ...ACCOUNT]
    expect(seen('can_view_all')).toEqual(all)
  })

  it('opens the reports to who may export', () => {
    expect(seen('can_export_csv')).toEqual(['/dashboard', '/dashboard/report', ...ACCOUNT])
  })

  it('keeps creating and approving apart', () => {
    expect(seen('can_create_invoice')).toEqual([
      '/dashboard',
      '/dashboard/create-document',
      ...BOOK,
      ...ACCOUNT,
    ])
    expect(seen('can_approve_invoice')).toEqual(['/dashboard', '/dashboard/invoices/approval', ...ACCOUNT])
  })

  it('opens the data mapping to who may map', () => {
    expect(seen('can_perform_mapping')).toEqual([
      '/dashboard',
      '/dashboard/my-account',
      '/data-mapping',
      '/dashboard/support',
    ])
  })

  it('opens the administration to superadmins only, whatever flags others hold', () => {
    const all = permissionsOf(new Set(FLAGS))
    expect(menuFor(all, 'superadmin').map((item) => item.to)).toContain('/admin')
    expect(menuFor(all, 'staff').map((item) => item.to)).not.toContain('/admin')
  })

  it('has a letter of its own for each screen', () => {
    expect(new Set(MENU.map(({ key }) => key)).size).toBe(MENU.length)
  })
})
