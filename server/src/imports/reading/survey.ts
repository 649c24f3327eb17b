import { SAMPLES_MAX } from '#contract/imports/shapes.ts'
import type { Row } from '#domain/imports/gather.ts'
import { invalidFields } from '#domain/problems.ts'
import { cutText } from '#domain/text/cut.ts'
import { openOrder } from './in-order.ts'
import { openCsv } from './open-csv.ts'
import { openText } from './open-text.ts'

/** What is known of a file that has been read to its end, without any of its rows. */
export type Survey = {
  format: 'csv' | 'json'
  headings: string[]
  /** These stand between the cells of CSV. */
  semicolons: boolean
  samples: string[][]
  rows: number
  /** The rows of each document stand together. */
  in_order: boolean
  notes: string[]
}

const SAMPLE_CHARS_MAX = 60

/** Counts rows, keeps the first different values of each column, and looks whether documents stand in order. */
export const openSamples = (headings: readonly string[]) => {
  const samples = headings.map((): string[] => [])
  const last: string[] = []
  const order = openOrder(headings)
  let rows = 0
  const add = (row: Row) => {
    const { cells } = row
    rows += 1
    order.add(row)
    let at = -1
    for (const known of samples) {
      const cell = cells[++at] ?? ''
      // Most cells say what the one above them says.
      if (cell === last[at] || known.length === SAMPLES_MAX) continue
      last[at] = cell
      const value = cutText(cell.trim(), SAMPLE_CHARS_MAX)
      if (value !== '' && !known.includes(value)) known.push(value)
    }
  }
  const isBlank = (column: number) => samples[column]?.length === 0
  return { add, isBlank, told: () => ({ samples, rows, in_order: order.isInOrder() }) }
}

/**
 * Reads a CSV file to its end and tells what is in it. Throws what `openCsv` does, and invalid_fields for JSON and for
 * a file without headings.
 */
export const surveyFile = async (bytes: AsyncIterable<Uint8Array>, rows_max: number): Promise<Survey> => {
  const { text, is_json, notes } = await openText(bytes)
  if (is_json) throw invalidFields({ file: ['This file is JSON. Only CSV files are taken in steps.'] })
  const { headings, delimiter, rows } = await openCsv(text, rows_max)
  const samples = openSamples(headings)
  for await (const some of rows) for (const row of some) samples.add(row)
  const semicolons = delimiter === ';'
  return { format: 'csv', headings, semicolons, ...samples.told(), notes: notes() }
}
