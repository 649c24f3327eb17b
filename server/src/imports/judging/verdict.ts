import { headingOf } from '#domain/imports/columns.ts'
import { problemOf } from '#domain/imports/faults/problem.ts'
import type { Gathering } from '#domain/imports/gather.ts'
import type { Heading } from '#domain/imports/headings.ts'
import type { Problem } from '#domain/problems.ts'
import { storable } from '#domain/text/characters.ts'
import { cutText } from '#domain/text/cut.ts'
import { sha256Hex } from '../../platform/crypto/digest.ts'
import type { KeptDocument } from '../kept/batch.ts'
import type { ImportRecord } from '../kept/tables.ts'
import { type Fault, silent, type Verdict } from '../kept/write-verdicts.ts'
import type { FileDocument } from '../reading/content.ts'
import { jsonRowDocument } from '../reading/json-document.ts'
import { rowDocument } from '../reading/row-document.ts'

/** How the rows of an import are read. */
export type Reading = {
  format: ImportRecord['format']
  headings: readonly Heading[]
  openGathering: () => Gathering
}

/** A document of an import as its rows tell it. */
export const documentOf = (
  { lines, loose_row }: KeptDocument,
  { format, openGathering }: Pick<Reading, 'format' | 'openGathering'>,
): FileDocument => {
  if (format === 'json') return jsonRowDocument(lines)
  const gathering = openGathering()
  for (const line of lines) gathering.add(line)
  const [gathered] = gathering.finish()
  if (!gathered) throw new Error('A document of an import has a row.')
  if (loose_row === null) return rowDocument(gathered)
  const row = lines[0]?.row ?? 0
  const finding = { row, column: 'invoice_number', message: looseInWords(loose_row) }
  return rowDocument({ ...gathered, findings: [...gathered.findings, finding] })
}

const looseInWords = (row: number) => `Row ${row} has no invoice number. It may be a line of this document.`

const VALUE_CHARS_MAX = 60
const MESSAGE_CHARS_MAX = 500
const KEY_CHARS = 32

/** The problem by which faults and warnings are grouped, short enough for an address. */
export const keyOf = (fault: { column: string; message: string }) =>
  sha256Hex(problemOf(fault).key).slice(0, KEY_CHARS)

type Refused = { file: FileDocument; problem: Problem; headings: readonly Heading[] }

/** A document that cannot be taken, its faults with what stands in their cells. */
export const badVerdict = (
  { document, lines }: KeptDocument,
  { file, problem, headings }: Refused,
): Verdict => {
  const places = new Map(
    headings.flatMap(({ column }, place) => (column ? [[headingOf(column), place] as const] : [])),
  )
  const faults = file.byRow(problem).map(({ row, column, message }): Fault => {
    const cells = lines.find((line) => line.row === row)?.cells ?? []
    const place = places.get(column)
    return {
      // The names in a JSON file are its sender's, be they of characters that cannot be stored.
      ...{ row, field: storable(column), message: cutText(storable(message), MESSAGE_CHARS_MAX) },
      problem: keyOf({ column, message }),
      value: place === undefined ? '' : cutText(cells[place] ?? '', VALUE_CHARS_MAX),
    }
  })
  return { ...silent(document, 'bad'), faults }
}
