import { ImportReply } from '#schemas/imports.ts'
import { ApiError, isFileChanged, isUnreadable, reasonOf } from '../../../api/errors.ts'

/**
 * How an upload ended: the server judged the file, answered what cannot be read, or could not be asked; a file that was
 * changed since it was chosen is not sent.
 */
export type Outcome =
  | { kind: 'judged'; reply: ImportReply; body: unknown }
  | { kind: 'unreadable' }
  | { kind: 'failed'; message: string; body: unknown }
  | { kind: 'changed'; message: string }

/** What an answer says; a refusal bears the same fields as a success. */
export const readAnswer = (body: unknown): Outcome => {
  const read = ImportReply.safeParse(body)
  return read.success ? { kind: 'judged', reply: read.data, body } : { kind: 'unreadable' }
}

/** What a failed call says: `message` is empty where there is nothing but the failure. */
export const readFailure = (error: unknown): Outcome => {
  if (isUnreadable(error) || !(error instanceof ApiError)) return { kind: 'unreadable' }
  if (isFileChanged(error)) return { kind: 'changed', message: error.message }
  const { body } = error
  const answer = readAnswer(body)
  if (answer.kind === 'judged') return answer
  return { kind: 'failed', message: reasonOf(error), body }
}

/** The text of an answer as it came, for whoever reads it as such; empty where none came. */
export const textOf = (outcome: Outcome): string =>
  'body' in outcome && outcome.body !== undefined ? JSON.stringify(outcome.body, null, 2) : ''

/** Where a file goes on that has more documents than one call answers. */
export const laterOf = (outcome: Outcome): string | undefined =>
  outcome.kind === 'judged' ? outcome.reply.import_id : undefined
