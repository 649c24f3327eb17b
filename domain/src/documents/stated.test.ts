import { expect, test } from 'vitest'
import { buildDocument, buildLine, buildSender } from '../../test/build.ts'
import { DEFAULT_EXEMPTION_REASON, type DocumentEntry } from './document.ts'
import { saidExemption } from './stated.ts'

const unregistered = buildSender({ sst_no: '' })
const untaxed = buildLine({ tax_type: '06', tax_rate: '0' })
const exempt = buildLine({ tax_type: 'E', tax_rate: '0', tax_exemption_reason: 'Schedule A' })

const said = (tax_exemption_reason: string, entry: Partial<DocumentEntry>) =>
  saidExemption(buildDocument({ tax_exemption_reason, sender: unregistered, items: [untaxed], ...entry }))

test.each([
  ['by nobody registered, and no tax charged', {}, DEFAULT_EXEMPTION_REASON],
  ['beside a tax', { items: [untaxed, buildLine()] }, ''],
  ['by a supplier with an SST number', { sender: buildSender() }, ''],
  ['beside a line that says itself why', { items: [untaxed, exempt] }, ''],
  // The supplier is the other side, who has none.
  ['to a buyer with an SST number', { sender: buildSender(), invoice_type: '11' }, DEFAULT_EXEMPTION_REASON],
])('what the portal writes by itself is told where it may be true: %s', (_, entry, expected) => {
  expect(said(DEFAULT_EXEMPTION_REASON, entry)).toBe(expected)
})

test('what somebody wrote is told as it stands', () => {
  expect(said('Schedule A', { sender: buildSender(), items: [exempt, buildLine()] })).toBe('Schedule A')
  expect(said('', {})).toBe('')
})
