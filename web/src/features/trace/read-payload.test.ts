import { expect, test } from 'vitest'
import { readPayload } from './read-payload.ts'

const document = { invoice_type: '01' }

test.each<[string, object | undefined]>([
  ['{"invoice_type":"01"}', document],
  ['[{"invoice_type":"01"}]', document],
  ['[{"invoices_data":{"invoice_type":"01"}}]', document],
  ['[{"invoices_data":[{"invoice_type":"01"}]}]', document],
  ['[{"invoices_data":[{},{}]}]', undefined],
  ['[{},{}]', undefined],
  ['"text"', undefined],
  ['null', undefined],
  ['{', undefined],
  ['', undefined],
])('%s is read as one document', (text, payload) => {
  expect(readPayload(text)).toEqual(payload)
})
