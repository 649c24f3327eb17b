import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { type MatchFilters, UNFILTERED } from './matching.ts'
import { walkOf } from './walk.ts'

const PAGE_ROWS = 50
const TOLD = {
  everything: 1_000_000,
  of_days: 300_000,
  of_state: 20_000,
  of_status: 20_000,
  of_type: 300_000,
  unfinished: 1_000,
  of_environment: 0,
  counted: 20_000,
}
const told = {
  ...TOLD,
  buyers: 100_000,
  agents: 500,
  lettered: 0,
  in_numbers: true,
  kept: 1_000_000,
  share: 0.1,
  share_kept: 0.1,
  shares: { numbers: 1, contracts: 1, agents: 1, buyers: 0.1, search: 1, searched_names: 1, uuids: 1 },
  weeks: [1_400, 1_401],
  depth: null,
}
const filters = {
  ...{ ...UNFILTERED, buyer_name: 'bintang', status: ['Invalid'] },
  ...{ dateStart: '2025-01-01', dateEnd: '2025-12-31' },
}

const toldOf = ({ status }: MatchFilters) => ({
  ...told,
  ...(status.length === 0 && { of_state: TOLD.of_days }),
})

describe('the walk along an order', async () => {
  const world = await createWorld()
  const caller = await world.callerOf('devi')
  const walk = (column: string, asked: MatchFilters = filters) =>
    walkOf(
      { ...{ db: world.db, caller, now: world.clock.now() }, filters: asked, column, told: toldOf(asked) },
      { ...{ offset: 0, page_size: PAGE_ROWS }, sort_order: 'desc', filters: asked },
    )
  const wanted = 2 * caller.stores.length * PAGE_ROWS

  it('by date passes over what lacks the text, within the days and statuses that are asked for', () => {
    expect(walk('invoice_date').rows).toBe(wanted * 10)
  })

  it('by anything else passes over every other day and status as well', () => {
    expect(walk('total_payable_amount').rows).toBe(Math.min(TOLD.everything, wanted * 500))
  })

  it('goes deeper for numbers, which are of one time where they are alike, than for names', () => {
    const rows = (asked: Partial<MatchFilters>) => walk('invoice_date', { ...UNFILTERED, ...asked }).rows
    expect(rows({ search: '00012' })).toBe(rows({ invoice_number: '00012' }))
    expect(rows({ search: '00012' })).toBeGreaterThan(rows({ search: 'bintang' }))
  })

  it('goes along what is kept beside the documents, where their own indexes do not have the text', () => {
    expect(walk('invoice_date', { ...UNFILTERED, invoice_number: '00012' }).along).toBe('orders')
    expect(walk('invoice_date').along).toBe('documents')
  })

  it('costs less where an index tells the text', () => {
    const [by_date, by_total] = [walk('invoice_date'), walk('total_payable_amount')]
    expect(by_date.us / by_date.rows).toBeLessThan(by_total.us / by_total.rows)
  })
})
