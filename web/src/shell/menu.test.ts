import { describe, expect, it } from 'vitest'
import { FLAGS, permissionsOf } from '#domain/access/flags.ts'
import { menuFor } from './menu.ts'

const seen = (...flags: Parameters<typeof permissionsOf>[0] extends ReadonlySet<infer F> ? F[] : never) =>
  menuFor(permissionsOf(new Set(flags)), 'user').map((item) => item.to)

const ADDRESS_BOOK = ['/dashboard/customers', '/dashboard/itemstable']

describe('the side menu', () => {
  it('shows only the dashboard to somebody without flags', () => {
    expect(seen()).toEqual(['/dashboard'])
  })

  it('opens the documents to who may view one or all, the address book to the latter', () => {
    expect(seen('can_view_invoice')).toEqual(['/dashboard', '/dashboard/invoices'])
    expect(seen('can_view_all')).toEqual(['/dashboard', '/dashboard/invoices', ...ADDRESS_BOOK])
  })

  it('keeps creating and approving apart', () => {
    const making = ['/dashboard', '/dashboard/create-document', ...ADDRESS_BOOK]
    expect(seen('can_create_invoice')).toEqual(making)
    expect(seen('can_approve_invoice')).toEqual(['/dashboard', '/dashboard/invoices/approval'])
  })

  it('opens the administration to superadmins only, whatever flags others hold', () => {
    const all = permissionsOf(new Set(FLAGS))
    expect(menuFor(all, 'superadmin').at(-1)?.to).toBe('/admin')
    expect(menuFor(all, 'staff').map((item) => item.to)).not.toContain('/admin')
  })
})
