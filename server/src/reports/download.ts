import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, notFound } from '#domain/problems.ts'
import { namedStores } from '../access/scope.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Download } from '../platform/http/route.ts'
import { NO_REPORT, ownRuns } from './find.ts'
import { FILE_DAYS } from './tidy.job.ts'

type By = { db: Db; files: Files; caller: UserCaller }

const NOT_THERE = 'There is no file of this report.'
const REMOVED = `The file was deleted ${FILE_DAYS} days after it was made. Request the report again.`
const SCOPE_LOST = 'This report has documents that you may no longer see. Request it again.'

/**
 * The file of one of the caller's reports. Throws not_found, and conflict where there is no file (any more), or
 * `scope_lost` where it has documents of a department that is not the caller's any more.
 */
export const downloadReport = async ({ db, files, caller }: By, id: string): Promise<Download> => {
  const run = await ownRuns(db, caller).where('id', '=', id).selectAll().executeTakeFirst()
  if (!run) throw notFound(NO_REPORT)
  if (run.file_removed_at !== null) throw conflict('report_removed', REMOVED)
  if (run.file_key === null) throw conflict('report_not_ready', NOT_THERE)
  const mine = new Set(namedStores(caller))
  if (!run.store_code_ids.every((store) => mine.has(store))) throw conflict('scope_lost', SCOPE_LOST)
  const file = await files.get(run.file_key)
  if (!file) throw conflict('report_removed', NOT_THERE)
  return { content: file.content, content_type: file.content_type, filename: run.file_name }
}
