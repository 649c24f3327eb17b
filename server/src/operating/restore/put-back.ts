import { closeAllSessions } from '../../access/sessions.ts'
import { recordChange } from '../../audit/record.ts'
import { stopAllRuns } from '../../documents/cancelling-many/runs.ts'
import { forgetSign } from '../../documents/comparing/forget-sign.ts'
import { anchorFolder } from '../../evidence/anchor-folder.ts'
import type { RecordKind } from '../../evidence/kind.ts'
import { verifySnapshot } from '../../evidence/verify.ts'
import { secretBox } from '../../platform/crypto/secret-box.ts'
import { connectTo, type Db, inTransaction, UNHURRIED } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import type { Connection } from '../../platform/db/pool.ts'
import { StartError } from '../../platform/env/start-error.ts'
import type { JobDefinition } from '../../platform/jobs/definition.ts'
import { installJobs } from '../../platform/jobs/queues.ts'
import type { Log } from '../../platform/log/log.ts'
import { opensAll, readSealed } from '../../secrets/key.ts'
import { endAllResets } from '../../session/passwords/end-all.ts'
import { endAllLinks } from '../../set-up/link.ts'
import type { BackupRecord } from '../backup/record.ts'
import { MIGRATIONS } from '../with-database.ts'

/** What the product knows and whoever restores must tell: what is hash-chained, and which jobs there are. */
export type Product = { kinds: readonly RecordKind[]; jobs: readonly JobDefinition[] }

type Judging = Product & {
  record: BackupRecord
  /** The folder of those that the backup brought. */
  anchor_dir: string
  secret_key: string
  log: Log
  now: Date
}

/** A migration and the verification of a large archive. */
const CONNECTIONS_MAX = 3

/**
 * Looks at a database that runs beside the one of this installation whether it may take its place: brings it up to this
 * version, opens what is sealed, follows the audit chain. Then makes it one that was put back. Throws a StartError that
 * says what is wrong.
 */
export const judgeAndMark = async (connection: Connection, judging: Judging): Promise<void> => {
  const { kinds, jobs, anchor_dir, secret_key, log } = judging
  const { db, close } = connectTo(connection, { pool_max: CONNECTIONS_MAX, log, ...UNHURRIED })
  try {
    await migrate(db, MIGRATIONS)
    await installJobs(db, jobs)
    if (!opensAll(secretBox(secret_key), await readSealed(db)))
      throw new StartError(
        'The secret key does not open what is sealed in the backup: bring the key of its day.',
      )
    const { intact, first_problem } = await verifySnapshot(db, { kinds, anchors: anchorFolder(anchor_dir) })
    if (!intact && first_problem) {
      const { kind, id, what, why } = first_problem
      throw new StartError(`The audit chain of the backup is broken: ${kind} ${id} was ${what}. ${why}`)
    }
    await mark(db, judging)
  } finally {
    await close()
  }
}

/**
 * What the database cannot know: that documents may have been sent since, cancellations stopped, links used, and who
 * has signed out. All of it is settled before anybody comes.
 */
const mark = (db: Db, { record, now }: Judging): Promise<void> =>
  inTransaction(db, async (tx) => {
    await forgetSign(tx, new Date(record.began_at))
    await stopAllRuns(tx, now)
    await closeAllSessions(tx)
    await endAllResets(tx, now)
    await endAllLinks(tx)
    const target = { kind: 'setting', id: 'database', name: 'Database', sender_entity_id: null } as const
    const after = { restored: `from the backup of ${record.began_at}` }
    await recordChange(tx, { caller: undefined, now }, { target, before: {}, after, fields: ['restored'] })
  })
