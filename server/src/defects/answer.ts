import { type Defect, type DefectFile, defects } from '#contract/defects.ts'
import { numberOf, type SelectedDefect } from './rows.ts'

/** A defect as it is answered; `public_url` is where the addresses of its files begin. */
export const toAnswer = (public_url: string, { nr, ...row }: SelectedDefect): Defect => {
  const newest = (kind: DefectFile['kind']) => {
    const file = row.files.findLast((one) => one.kind === kind)
    return file ? public_url + addressOf(row.id, file.id) : null
  }
  return {
    ...row,
    defect_number: numberOf(nr),
    screenshot: newest('screenshot'),
    file_upload: newest('attachment'),
    files: row.files.map(inUtc),
    last_comment: row.comments.at(-1)?.comment ?? '',
    comments: row.comments.map(inUtc),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    modified_at: row.modified_at.toISOString(),
  }
}

const addressOf = (id: string, file_id: string) =>
  defects.file.path.replace(':id', id).replace(':file_id', file_id)

/** PostgreSQL prints instants within JSON in a way of its own. */
const inUtc = <T extends { created_at: string }>(row: T): T => ({
  ...row,
  created_at: new Date(row.created_at).toISOString(),
})
