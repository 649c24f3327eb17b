import type { Refusal } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { csvReply } from '../../platform/lists/csv-reply.ts'
import { readRunOf } from './runs.ts'
import { readNotCancelled } from './tell.ts'

const COLUMNS: readonly CsvColumn<Refusal>[] = [
  ['Document Number', ({ invoice_number }) => invoice_number],
  ['Document ID', ({ uuid }) => uuid],
  ['Code', ({ code }) => code],
  ['Reason', ({ why }) => why],
]

/** Every document of a run that was not cancelled, with its reason, as a CSV file. */
export const reportNotCancelled = async (
  { db, caller }: { db: Db; caller: UserCaller },
  id: string,
): Promise<Download> => {
  await readRunOf(db, caller, id)
  return csvReply<Refusal>({
    filename: 'not_cancelled.csv',
    columns: COLUMNS,
    next: (after, limit) => readNotCancelled(db, caller, { id, after: after?.uuid, limit }),
  })
}
