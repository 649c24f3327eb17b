import type { DocumentRow } from '../store/rows.ts'
import { UNTOLD } from '../verdicts/untold.ts'

/** LHDN judges within seconds; at its busiest it was seen to take half an hour, and nothing was wrong. */
const SLOW_AFTER_MS = 30 * 60_000

const SLOW =
  'LHDN received the document more than half an hour ago and has not judged it yet. At busy times that takes a ' +
  'while; Lulus keeps asking, and nothing needs to be done.'

/** What a person is told of the document now: a verdict that takes long is told of without any change of it. */
export const messageOf = (
  row: Pick<DocumentRow, 'status' | 'status_message' | 'submitted_at'>,
  now: Date,
): string => {
  const is_told = row.status !== 'Submitted' || row.status_message.startsWith(UNTOLD)
  if (is_told || !row.submitted_at) return row.status_message
  return now.getTime() - row.submitted_at.getTime() > SLOW_AFTER_MS ? SLOW : row.status_message
}
