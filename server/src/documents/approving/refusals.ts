import type { Refusal } from '#contract/approvals.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { csvReply } from '../../platform/lists/csv-reply.ts'
import { readOwnRun } from './runs.ts'
import { readRefusals } from './tell.ts'

const COLUMNS: readonly CsvColumn<Refusal>[] = [
  ['Document Number', ({ invoice_number }) => invoice_number],
  ['Document ID', ({ uuid }) => uuid],
  ['Code', ({ code }) => code],
  ['Reason', ({ why }) => why],
]

/** Every document of the caller's approval that was not approved, with its reason, as a CSV file. */
export const reportRefusals = async (
  { db, caller }: { db: Db; caller: UserCaller },
  id: string,
): Promise<Download> => {
  await readOwnRun(db, caller, id)
  return csvReply<Refusal>({
    filename: 'not_approved.csv',
    columns: COLUMNS,
    next: (after, limit) => readRefusals(db, caller, { id, after: after?.uuid, limit }),
  })
}
