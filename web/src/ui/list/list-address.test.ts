import { describe, expect, it } from 'vitest'
import { choice, text } from '../address/read-address.ts'
import { readLeftOut, writeHidden } from '../table/column-choice.ts'
import { filtersOf, hasFilter, listAddress, queryOf } from './list-address.ts'

const address = listAddress({
  own: { tab: choice(['All', 'Old']), name: text },
  sort_keys: ['name', 'age'],
  page_sizes: [5, 10, 20],
  page_size: 10,
})
const ask = (typed: Record<string, unknown>) => queryOf(address, address.read(typed))

describe('the address of a list', () => {
  it('asks for the first page of the usual size unless it says otherwise', () => {
    expect(ask({})).toEqual({ page: 1, page_size: 10 })
    expect(ask({ page: '2', page_size: '20' })).toEqual({ page: 2, page_size: 20 })
  })

  it('asks for any page that the server answers, and for none beyond', () => {
    expect(ask({ page: '10000000' })).toEqual({ page: 10_000_000, page_size: 10 })
    expect(ask({ page: '10000001' })).toEqual({ page: 1, page_size: 10 })
  })

  it('takes the first page size where no other is said to be usual', () => {
    const other = listAddress({ page_sizes: [50, 100] })
    expect(queryOf(other, other.read({}))).toEqual({ page: 1, page_size: 50 })
  })

  it('asks for its usual order where it has one and the address names none', () => {
    const usual = listAddress({
      ...{ sort_keys: ['name', 'age'], page_sizes: [5] },
      usual_order: { sort_by: 'age', sort_order: 'asc' },
    })
    const orderOf = (typed: Record<string, unknown>) => queryOf(usual, usual.read(typed))
    expect(orderOf({})).toEqual({ sort_by: 'age', sort_order: 'asc', page: 1, page_size: 5 })
    expect(orderOf({ sort_order: 'desc' })).toMatchObject({ sort_by: 'age', sort_order: 'asc' })
    expect(orderOf({ sort_by: 'name', sort_order: 'asc' })).toMatchObject({ sort_by: 'name' })
  })

  it('asks for filters and order, and keeps tab and open row to itself', () => {
    const typed = { tab: 'Old', name: ' 0012 ', sort_by: 'age', sort_order: 'asc', open: 'x' }
    expect(ask(typed)).toEqual({ name: '0012', sort_by: 'age', sort_order: 'asc', page: 1, page_size: 10 })
  })

  it('leaves out what makes no sense, and names that it does not know', () => {
    const typed = { tab: 'constructor', sort_by: 'password', sort_order: 'up', page: '0', page_size: '7' }
    expect(ask({ ...typed, name: '  ', ref: 'mail' })).toEqual({ page: 1, page_size: 10 })
    const unsorted = listAddress({ page_sizes: [5] })
    expect(queryOf(unsorted, unsorted.read({ sort_by: 'name' }))).toEqual({ page: 1, page_size: 5 })
  })

  it('reads what it has read as the same, since a screen reads it after its route', () => {
    const read = address.read({ tab: 'Old', name: 'x', page: '3', page_size: '5' })
    expect(address.read(read)).toEqual(read)
  })

  it('reads which columns a view leaves out as they are written', () => {
    for (const left_out of [[], ['source'], ['source', 'agent_number', 'sender.name']].map(
      (of) => new Set(of),
    )) {
      const { hidden } = address.read({ hidden: writeHidden(left_out) })
      expect(readLeftOut(hidden ?? null, ['agent_number', 'sender.name', 'source'])).toEqual(left_out)
    }
  })

  it('knows filters from tab, order, page and open row', () => {
    const search = address.read({ tab: 'Old', sort_by: 'age', page: '2', page_size: '5', open: 'x' })
    expect([hasFilter(search), filtersOf(search)]).toEqual([false, {}])
    expect(hasFilter(address.read({ name: 'x' }))).toBe(true)
  })
})
