import type { z } from 'zod'
import { EDITED_FIELDS_MAX, EDITS_MAX } from '#contract/document-detail.ts'
import type { documents } from '#contract/documents.ts'
import type { Caller } from '#domain/access/caller.ts'
import { changesBetween } from '#domain/documents/changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { formerOf } from '../store/former.ts'
import { readDocument } from '../store/rows.ts'

/** What each edit of a document changed, the last edit first. */
export const readEdits = async (
  { db, caller }: { db: Db; caller: Caller },
  uuid: string,
): Promise<z.input<typeof documents.edits.reply>> => {
  const row = await readDocument(db, caller, uuid)
  const former = await formerOf(db, row, EDITS_MAX)
  const later = [row.content, ...former.map(({ content }) => content)]
  const edits = former.map(({ revision, content, replaced_at, replaced_by_name }, at) => {
    const changes = changesBetween(content, later[at] ?? row.content)
    return {
      revision: revision + 1,
      at: replaced_at.toISOString(),
      by: replaced_by_name,
      changes: changes.slice(0, EDITED_FIELDS_MAX),
      more: Math.max(0, changes.length - EDITED_FIELDS_MAX),
    }
  })
  return { edits }
}
