import { expect, test } from 'vitest'
import { COLUMNS } from '#domain/imports/columns.ts'
import { SAMPLE_COLUMNS, sampleCell, sampleRows } from '#domain/imports/sample.ts'
import { DocumentWrite, LineWrite } from './intake.ts'
import { PartyWrite } from './party.ts'

/** Fields of a payload that no file sets. */
const NO_COLUMN = {
  document: ['uuid', 'revision', 'source', 'approval_status', 'created_by', 'sender', 'customer', 'items'],
  customer: ['id', 'state_display', 'country_display', 'image'],
  line: ['id'],
}

test.each([
  ['document', DocumentWrite],
  ['customer', PartyWrite],
  ['line', LineWrite],
] as const)('a file has a column for every field of a %s that can be set', (part, schema) => {
  const fields = COLUMNS.filter((column) => column.part === part).map(({ field }) => field)
  expect([...fields, ...NO_COLUMN[part]].toSorted()).toEqual(Object.keys(schema.shape).toSorted())
})

test('every cell of the sample stands in a column', () => {
  const place = { sender_entity_code: '1000000000000017', sender_store_code: 'KUL01' }
  const rows = sampleRows({ ...place, now: new Date('2026-11-22T01:30:00Z') })
  for (const row of rows) {
    const cells = SAMPLE_COLUMNS.map((column) => sampleCell(row, column)).filter((cell) => cell !== '')
    expect(cells.toSorted()).toEqual(Object.values(row).toSorted())
  }
})
