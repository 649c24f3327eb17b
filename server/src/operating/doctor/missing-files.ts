import { join } from 'node:path'
import { sql } from 'kysely'
import { localFiles } from '../../platform/files/files.ts'
import { type Check, fail, ok } from './finding.ts'

/** Of each kind so many of the newest are looked for. */
const LOOKED_AT = 50

/** Files that rows name and that are not there, as after a backup of the database alone. */
export const missingFiles: Check = {
  id: 'files',
  ask: async ({ db, env }) => {
    const { rows } = await sql<{ key: string }>`
      (SELECT file_key AS key FROM imports WHERE state NOT IN ('cancelled', 'failed')
        ORDER BY modified_at DESC LIMIT ${LOOKED_AT})
      UNION ALL (SELECT file_key FROM report_runs WHERE file_key IS NOT NULL
        ORDER BY finished_at DESC LIMIT ${LOOKED_AT})
      UNION ALL (SELECT 'defects/' || id FROM defect_files WHERE defect_id IS NOT NULL
        ORDER BY nr DESC LIMIT ${LOOKED_AT})
    `.execute(db)
    const files = localFiles(join(env.data_dir, 'files'))
    const gone: string[] = []
    for (const { key } of rows) {
      const stored = await files.get(key)
      stored?.content.destroy()
      if (!stored) gone.push(key)
    }
    if (gone.length === 0)
      return ok(`Of ${rows.length} files of uploads, reports and defects that were looked for all are there.`)
    return fail(
      `Of ${rows.length} files of uploads, reports and defects ${gone.length} are missing, such as ${gone[0]}.`,
      'Bring DATA_DIR/files back from the backup of the same day (docs/backup.md).',
    )
  },
}
