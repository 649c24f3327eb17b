import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createLulusRouter } from './routes.tsx'
import { parseSearch } from './search.ts'

const router = createLulusRouter(new QueryClient())
router.update({ ...router.options, history: createMemoryHistory() })

/** What the screen at an address is given to read. */
const searchAt = (address: string): Record<string, unknown> => {
  const [path = '', query = ''] = address.split('?')
  const match = router.matchRoutes(path, parseSearch(query)).at(-1)
  return Object.fromEntries(Object.entries(match?.search ?? {}).filter(([, value]) => value !== undefined))
}

test.each([
  '/dashboard/invoices?tab=failed',
  '/dashboard/invoices?page=abc',
  '/dashboard/invoices?sort_by=foo&sort_order=up',
  '/dashboard/invoices?date_start=2026-13-45',
  '/dashboard/invoices?page_size=77',
  '/dashboard/invoices/approval?page=-1&page_size=7&sort_by=foo',
  '/dashboard/create-document?page=0&page_size=1e3',
  `/dashboard/invoices/edit/0192?isTemplate=false`,
  '/dashboard/invoices/create?from=x&type=99',
  '/dashboard?tab=foo',
  '/dashboard/my-account?tab=foo',
  '/dashboard/customers?tab=foo&page_size=77&name=a%00b',
  `/dashboard/itemstable?sort_by=id&search=${'x'.repeat(199)}😀`,
  '/log-in?return=//elsewhere.example&ended=so',
])('what makes no sense in %s is not given to its screen', (address) => {
  expect(searchAt(address)).toEqual({})
})

test.each([
  ['/dashboard/invoices?tab=Failed&page=2&page_size=100', { tab: 'Failed', page: 2, page_size: 100 }],
  ['/dashboard/invoices/edit/0192?isTemplate=true', { isTemplate: true }],
  ['/dashboard?tab=graphs', { tab: 'graphs' }],
  ['/dashboard/my-account?tab=notifications', { tab: 'notifications' }],
])('%s keeps what it says', (address, search) => {
  expect(searchAt(address)).toEqual(search)
})
