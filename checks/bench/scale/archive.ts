import { sql } from 'kysely'
import { loadCaller } from '../../../server/src/access/caller.ts'
import { openSession } from '../../../server/src/access/sessions.ts'
import { buildApp } from '../../../server/src/app.ts'
import { openGate } from '../../../server/src/authority/wire/gate.ts'
import { anchorFolder } from '../../../server/src/evidence/anchor-folder.ts'
import { openHub } from '../../../server/src/live/hub.ts'
import { createPdfRenderer } from '../../../server/src/pdf/render.ts'
import { systemClock } from '../../../server/src/platform/clock/clock.ts'
import { secretBox } from '../../../server/src/platform/crypto/secret-box.ts'
import { connectTo, type Db, inTransaction, UNHURRIED } from '../../../server/src/platform/db/database.ts'
import { localFiles } from '../../../server/src/platform/files/files.ts'
import { openDoors } from '../../../server/src/platform/http/admission.ts'
import { createEngine } from '../../../server/src/worker.ts'
import type { Filled } from './filled.ts'

const CONNECTIONS_MAX = 10
const SECRET_KEY = 'c0'.repeat(32)
/** A smaller one is read as a whole for good reasons. */
const LARGE_ROWS = 10_000
const WAIT_MS_MAX = 5_000
const NOWHERE = 'http://127.0.0.1:9'

export type Archive = Awaited<ReturnType<typeof openArchive>>

/** The whole HTTP side in front of an archive. */
export const openArchive = async ({ folder, log, company, connection, close }: Filled) => {
  const clock = systemClock
  const database = connectTo(connection, { pool_max: CONNECTIONS_MAX, log })
  const { db } = database
  const box = secretBox(SECRET_KEY)
  const pdf = createPdfRenderer({ log })
  const engine = createEngine({ db, box, log, simulator_url: NOWHERE, gate: openGate(), clock })
  const files = localFiles(folder)
  const app = await buildApp({
    context: {
      ...{ db, engine, pdf, files, hub: openHub({ log }), secret_key: SECRET_KEY, simulator_url: NOWHERE },
      ...{
        mail_dir: folder,
        smtp_url: undefined,
        mail_from: 'lulus@lulus.example',
        public_url: NOWHERE,
        directory: undefined,
      },
      ...{ anchors: anchorFolder(folder), webhook_networks: [] },
      has_simulator: true,
    },
    doors: openDoors(),
    ...{ clock, log, probes: {}, https: false, trusted_proxies: [], validate_replies: false },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const signIn = async (name: 'aminah' | 'bakri' | 'devi') => {
    const session = { user_id: company.users[name], ip: '127.0.0.1', user_agent: 'bench', now: clock.now() }
    const headers = { authorization: `Token ${await inTransaction(db, (tx) => openSession(tx, session))}` }
    const caller = await loadCaller(db, headers, { now: clock.now(), idle_ms_max: 900_000 })
    if (!caller) throw new Error(`${name} is not signed in.`)
    return { headers, caller }
  }
  const watching = connectTo(connection, { pool_max: 1, log, ...UNHURRIED })
  return {
    ...{ db, url, signIn, clock },
    readWhole: () => readWhole(watching.db),
    close: async () => {
      await app.close()
      await pdf.close()
      await database.close()
      await watching.close()
      await close()
    },
  }
}

/** The large tables that were read from end to end since this was asked the last time. */
const readWhole = async (db: Db): Promise<string[]> => {
  // A connection tells what it read when it ends; the server opens others.
  await sql`SELECT pg_terminate_backend(pid, ${WAIT_MS_MAX}) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`.execute(db)
  const { rows } = await sql<{ name: string }>`
    SELECT tables.relname AS name FROM pg_stat_user_tables AS tables JOIN pg_class ON oid = relid
    WHERE seq_scan > 0 AND reltuples >= ${LARGE_ROWS} ORDER BY 1`.execute(db)
  await sql`SELECT pg_stat_reset()`.execute(db)
  return rows.map(({ name }) => name)
}
