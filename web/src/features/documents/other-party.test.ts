import { expect, it } from 'vitest'
import { otherParty } from './other-party.ts'

it.each([
  ['01', 'Seri Jaya'],
  ['04', 'Seri Jaya'],
  ['11', 'Kebun Veerasamy'],
  ['14', 'Kebun Veerasamy'],
])('a document of type %s is told apart by %s', (invoice_type, name) => {
  const [supplier, buyer] = name === 'Seri Jaya' ? ['Selat Foods', name] : [name, 'Selat Foods']
  expect(otherParty(invoice_type, supplier, buyer)).toBe(name)
})
