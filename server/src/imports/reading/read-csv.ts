import { DOCUMENTS_PER_FILE_MAX } from '#contract/imports.ts'
import { type Gathering, gatheringUnder } from '#domain/imports/gather.ts'
import { readHeadings } from '#domain/imports/headings.ts'
import { invalidFields } from '#domain/problems.ts'
import type { Shaping } from '#domain/shaping/pipeline.ts'
import type { FileContent } from './content.ts'
import { FAULTS_TOLD_MAX, openCsv } from './open-csv.ts'
import { rowDocument } from './row-document.ts'
import { openSamples, type Survey } from './survey.ts'

/** What one call may hold of a file; so long are 200 documents with a page of lines each. */
const CHARS_IN_MEMORY_MAX = 10_000_000

/** A file of more documents than a call answers, of which no row is kept. */
export type LargeFile = { large: Omit<Survey, 'notes'> }

/** `rows_max`: so many rows, or documents, a file may hold. `shaping`: what shapes the documents that come of it. */
export type HowRead = { rows_max: number; shaping?: Shaping }

/**
 * The documents of a CSV text, or what is known of it where they are too many. Throws invalid_fields at `file` for what
 * makes all of it doubtful, headings and rows of another length, and too_large.
 */
export const readCsv = async (
  text: AsyncIterable<string>,
  { rows_max, shaping }: HowRead,
): Promise<FileContent | LargeFile> => {
  let chars = 0
  const counted = counting(text, (piece) => {
    chars += piece.length
  })
  const { headings: written, delimiter, rows } = await openCsv(counted, rows_max)
  const { headings, faults } = readHeadings(written)
  if (faults.length > 0) throw invalidFields({ file: faults.slice(0, FAULTS_TOLD_MAX) })
  const semicolons = delimiter === ';'
  const samples = openSamples(written)
  const { isBlank } = samples
  let gathering: Gathering | undefined = gatheringUnder(headings, { semicolons, shaping, isBlank })()
  for await (const some of rows) {
    for (const row of some) {
      samples.add(row)
      gathering?.add(row)
      const too_many = gathering && gathering.count() > DOCUMENTS_PER_FILE_MAX
      if (too_many || chars > CHARS_IN_MEMORY_MAX) gathering = undefined
    }
  }
  return gathering
    ? { documents: gathering.finish().map(rowDocument), headings: written, semicolons }
    : { large: { format: 'csv', headings: written, semicolons, ...samples.told() } }
}

async function* counting(text: AsyncIterable<string>, count: (piece: string) => void) {
  for await (const piece of text) {
    count(piece)
    yield piece
  }
}
