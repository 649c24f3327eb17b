import { expect, test } from 'vitest'
import { fixedClock } from '../../platform/clock/fixtures/fixed-clock.ts'
import { places } from '../wire/environments.ts'
import type { AuthorityRequest } from '../wire/http.ts'
import { createAuthority, type SearchWanted } from './client.ts'
import { searchPages } from './search-pages.ts'

const CREDENTIALS = { environment: 'simulator', client_id: 'lulus', client_secret: 'secret' } as const
const WANTED: SearchWanted = {
  text: '',
  by: 'submission',
  from: new Date('2026-11-20T00:00:00Z'),
  to: new Date('2026-11-21T00:00:00Z'),
}

/** An authority whose search has so many documents on each page. */
const searching = (pages: readonly number[], totalCount?: number) => {
  const asked: string[] = []
  const network = async ({ url }: AuthorityRequest) => {
    const page = new URL(url).searchParams.get('pageNo')
    if (page) asked.push(page)
    const rows = Array.from({ length: pages[Number(page) - 1] ?? 0 }, (_, n) => ({ uuid: `${page}-${n}` }))
    const body = page ? { result: rows, metadata: { totalCount } } : { access_token: 'a', expires_in: 3600 }
    return {
      ...({ kind: 'response', status: 200, correlation_id: '', retry_after_ms: null } as const),
      text: JSON.stringify(body),
    }
  }
  const clock = fixedClock(new Date('2026-11-21T00:00:00Z'))
  const authority = createAuthority({ places: places('http://127.0.0.1'), clock, network })
  return { asked, read: () => searchPages(authority, CREDENTIALS, WANTED, { pages_max: 5 }) }
}

test.each([
  ['ends with a page that is not full', [100, 20], undefined, 120, true, ['1', '2']],
  ['of fewer to a page than were asked for is read on', [50, 50, 20], 120, 120, true, ['1', '2', '3']],
  ['that ends before its own total was not heard to the end', [50], 120, 50, false, ['1', '2']],
  [
    'of too many pages was not heard to the end',
    [100, 100, 100, 100, 100, 1],
    501,
    500,
    false,
    '12345'.split(''),
  ],
] as const)('a search %s', async (_what, pages, total, found, complete, asked) => {
  const search = searching(pages, total)
  const heard = await search.read()
  expect([heard.facts.length, heard.complete, search.asked]).toEqual([found, complete, asked])
})
