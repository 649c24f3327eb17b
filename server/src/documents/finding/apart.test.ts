import { describe, expect, it } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { apartOf } from './apart.ts'
import { UNFILTERED } from './matching.ts'
import { placesOf } from './places/places.ts'
import { walkOf } from './walk.ts'

const VALIDATED = 930_000
const told = {
  ...{
    everything: 1_000_000,
    of_days: 1_000_000,
    of_state: VALIDATED,
    of_status: VALIDATED,
    counted: VALIDATED,
  },
  ...{
    of_type: 1_000_000,
    unfinished: 1_000,
    of_environment: 0,
    share: 1,
    share_kept: 1,
    weeks: [],
    depth: null,
  },
  shares: { numbers: 1, contracts: 1, agents: 1, buyers: 1, search: 1, searched_names: 1, uuids: 1 },
  ...{ lettered: 0, in_numbers: true, kept: 1_000_000, buyers: 90_000, agents: 800 },
}

describe('whom to tell apart', async () => {
  const world = await createWorld()
  const by = { db: world.db, caller: await world.callerOf('devi'), now: world.clock.now() }
  /** Of the validated, on a page after so many of them. */
  const apart = (column: string, offset: number, more = {}, asked = {}) => {
    const filters = { ...UNFILTERED, status: ['Validated'], ...asked }
    const seeking = { ...by, filters, column, told: { ...told, ...more } }
    const page = { offset, page_size: 50, sort_order: 'asc' as const, filters }
    return apartOf(seeking, placesOf(seeking), walkOf(seeking, page)).among
  }

  it('are the others far in an order, by where an index places them', () => {
    for (const column of ['total_payable_amount', 'contract_number', 'buyer_name'])
      expect(apart(column, 400_000)?.placed, column).toBeDefined()
  })

  it('are they by their ids in an order that their index does not have, or where many of them are not in it', () => {
    expect(apart('supplier_name', 400_000)).toMatchObject({ others: true, placed: undefined })
    const many = { of_status: 600_000, of_state: 600_000, counted: 600_000, unfinished: 350_000 }
    expect(apart('total_payable_amount', 250_000, many)).toMatchObject({ others: true, placed: undefined })
    expect(apart('total_payable_amount', 400_000, {}, { environment: ['prod'] })?.placed).toBe(undefined)
  })

  it('is nobody on a page that is near', () => {
    expect(apart('total_payable_amount', 0)?.others).toBe(undefined)
    expect(apart('total_payable_amount', 1_000)?.others).toBe(undefined)
  })
})
