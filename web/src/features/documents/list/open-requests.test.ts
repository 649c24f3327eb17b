import { expect, it } from 'vitest'
import { buildRow } from './examples.ts'
import { openRequests } from './open-requests.ts'

const asked = (uuid: string, deadline: string | null) =>
  buildRow({ uuid, reject_request: { at: '2026-11-20T01:00:00Z', reason: `because ${uuid}`, deadline } })

it('tells the requests that can still be answered, the most urgent first', () => {
  const rows = [
    asked('late', '2026-11-20T23:00:00Z'),
    asked('soon', '2026-11-20T09:00:00Z'),
    asked('over', '2026-11-20T08:00:00Z'),
    asked('unknown', null),
    buildRow({ uuid: 'none' }),
  ]
  const open = openRequests(rows, Date.parse('2026-11-20T08:00:00Z'))
  expect(open.map(({ row, reason }) => [row.uuid, reason])).toEqual([
    ['soon', 'because soon'],
    ['late', 'because late'],
  ])
})
