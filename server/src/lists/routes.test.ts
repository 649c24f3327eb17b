import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '#codes/lists.ts'
import { lists } from '#contract/lists.ts'
import { STATUSES } from '#domain/documents/lifecycle.ts'
import { toCountry } from '#domain/shaping/codes.ts'
import { createWorld } from '../../test/world.ts'

const world = await createWorld()
const bakri = world.as('bakri')

describe('the code lists', () => {
  it('of taxes and classifications are JSON texts that hold an array, as specified', async () => {
    const taxes = (await bakri.call(lists.taxTypes, {})).body
    expect(typeof taxes).toBe('string')
    expect(JSON.parse(taxes)).toContainEqual({ Code: '06', Description: 'Not Applicable' })
    const classes = JSON.parse((await bakri.call(lists.classifications, {})).body)
    expect(classes).toHaveLength(45)
    expect(classes[3]).toEqual({ Code: '004', Description: 'Consolidated e-Invoice' })
  })

  it('of countries has names and two letters, which a document’s parties may bear', async () => {
    const { body: rows } = await bakri.call(lists.countries, {})
    expect(rows).toContainEqual({ name: 'MALAYSIA', alpha2Code: 'MY' })
    expect(rows).toHaveLength(COUNTRIES.rows.length)
    // Its two letters would say that there is no country.
    expect(rows).toContainEqual({ name: 'NAMIBIA', alpha2Code: 'NAM' })
    for (const { name, alpha2Code } of rows) {
      expect(toCountry(alpha2Code)).toBe(toCountry(name))
      expect(COUNTRIES.has(toCountry(name))).toBe(true)
    }
  })

  it('of the filters hold the eight types, the statuses and the identities', async () => {
    const body = (await bakri.call(lists.uniqueTypes, {})).body
    expect(body.invoice_types.map((type) => type.code)).toEqual([
      '01',
      '02',
      '03',
      '04',
      '11',
      '12',
      '13',
      '14',
    ])
    expect(body.document_types).toHaveLength(8)
    expect(body.status_choices).toEqual(STATUSES)
    expect(body.identity_choices).toEqual(['BRN', 'NRIC', 'PASSPORT', 'ARMY', 'NA'])
  })
})
