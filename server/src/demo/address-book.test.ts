import { describe, expect, it } from 'vitest'
import { CLASSIFICATIONS, TAX_TYPES, UNITS } from '#codes/lists.ts'
import { CUSTOMERS, customerOf, ITEMS, itemOf } from './address-book.ts'
import { ENTITIES, STORES } from './company.ts'
import { SPECIFICATIONS } from './documents.ts'
import { TEMPLATES } from './templates.ts'

describe('the demo company', () => {
  it('keeps customers and items under keys of their own, and every list value exists', () => {
    for (const rows of [CUSTOMERS, ITEMS]) expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
    const wrong = ITEMS.filter(
      (item) =>
        !CLASSIFICATIONS.has(item.classification) ||
        !TAX_TYPES.has(item.tax_type) ||
        !UNITS.has(item.unit_of_measurement),
    )
    expect(wrong).toEqual([])
  })

  it('sells in each entity only to its own customers and from its own items', () => {
    const contents = [
      ...SPECIFICATIONS.map((one) => ({ ...one, items: one.lines.map(([item = '']) => item) })),
      ...TEMPLATES.map(({ content }) => ({ ...content, items: content.lines.map((line) => line.item) })),
    ]
    for (const { store, customer, items } of contents) {
      const { entity } = STORES[store]
      expect(customerOf(customer).entity, customer).toBe(entity)
      for (const item of items) expect(itemOf(item).entity, item).toBe(entity)
    }
  })

  it('has a logo for each entity: a picture without scripts or addresses of others', () => {
    for (const { image } of Object.values(ENTITIES)) {
      const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString()
      expect(svg).toMatch(/^<svg [^>]+aria-label="/)
      expect(svg).not.toMatch(/<script|href|on\w+=/)
      expect(image.length).toBeLessThan(4_000)
    }
  })

  it('names a slip in the specifications', () => {
    expect(() => customerOf('nobody')).toThrow('knows no nobody')
  })
})
