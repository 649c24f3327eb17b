import { ProblemError } from '#domain/problems.ts'
import type { FileContent } from './content.ts'
import { openText } from './open-text.ts'
import { type HowRead, readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Survey } from './survey.ts'

/** What a file holds; of one with more documents than a call answers only what is known of it. */
export type ReadFile = { content: FileContent; notes: string[] } | { large: Survey }

/**
 * What a file holds, read while it arrives. What is wrong with the whole file is thrown with the fields that the answer
 * has otherwise.
 */
export const readFile = async (bytes: AsyncIterable<Uint8Array>, how: HowRead): Promise<ReadFile> => {
  try {
    const { text, is_json, notes } = await openText(bytes)
    const read = is_json ? await readJson(text, how.rows_max) : await readCsv(text, how)
    return 'large' in read ? { large: { ...read.large, notes: notes() } } : { content: read, notes: notes() }
  } catch (error) {
    if (error instanceof ProblemError) {
      const errors = [{ invoice_number: '', errors: error.message }]
      error.reply_fields = { status: 'Error', Invoice_Numbers: [], UUIDs: [], errors }
    }
    throw error
  }
}
