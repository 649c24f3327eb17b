import type { Db, Tx } from '../platform/db/database.ts'
import { requestName } from './record.ts'
import { type RequestRow, readRequest } from './rows.ts'

/** A request as whoever tells of it needs it; undefined when there is none. For the server's own jobs. */
export const findRequest = async (
  handle: Db | Tx,
  id: number,
): Promise<(RequestRow & { name: string }) | undefined> => {
  const row = await readRequest(handle, id)
  return row && { ...row, name: requestName(row) }
}
