import { expect, it } from 'vitest'
import { openRequests } from './open-requests.ts'

const request = (uuid: string, deadline: string) => ({
  ...{ uuid, deadline, reason: 'Never ordered' },
  ...{ invoice_number: 'M-KUL01000042', asked_by: 'Seri Jaya' },
  ...{ invoice_currency: 'MYR', total_payable_amount: '120.00' },
})

it('tells the requests that can still be answered, in the order in which they end', () => {
  const asked = [
    request('over', '2026-11-20T08:00:00Z'),
    request('soon', '2026-11-20T09:00:00Z'),
    request('late', '2026-11-20T23:00:00Z'),
  ]
  const open = openRequests(asked, Date.parse('2026-11-20T08:00:00Z'))
  expect(open.map(({ uuid }) => uuid)).toEqual(['soon', 'late'])
})
