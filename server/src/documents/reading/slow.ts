import { MINUTE_MS } from '#domain/time/units.ts'
import type { Db } from '../../platform/db/database.ts'
import { untoldAmong } from '../store/refusals.ts'
import type { DocumentRow } from '../store/rows.ts'
import { REMEDY, UNTOLD } from '../verdicts/untold.ts'

/** LHDN judges within seconds; at its busiest it was seen to take half an hour, and nothing was wrong. */
const SLOW_AFTER_MS = 30 * MINUTE_MS

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

type By = { db: Db; now: Date }

/** The same of one document, and why LHDN does not tell where it tells nothing of its company (credentials, say). */
export const messageNow = async ({ db, now }: By, row: DocumentRow): Promise<string> => {
  const message = messageOf(row, now)
  return message === SLOW ? explained(message, await untoldAmong(db, [row.id], now), row.id) : message
}

/** Rows with their messages: of slow ones with why, as above. */
export const withWhySlow = async <Row extends { status_message: string }>(
  { db, now }: By,
  rows: Row[],
  idOf: (row: Row) => string,
): Promise<Row[]> => {
  const slow = rows.filter(({ status_message }) => status_message === SLOW)
  if (slow.length === 0) return rows
  const reasons = await untoldAmong(db, slow.map(idOf), now)
  return rows.map((row) => ({ ...row, status_message: explained(row.status_message, reasons, idOf(row)) }))
}

const explained = (message: string, reasons: ReadonlyMap<string, string>, id: string): string => {
  const why = message === SLOW ? reasons.get(id) : undefined
  return why === undefined ? message : `${UNTOLD} ${why} ${REMEDY}`
}
