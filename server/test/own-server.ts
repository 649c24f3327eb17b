import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ProblemError } from '#domain/problems.ts'
import { connectTo } from '../src/platform/db/database.ts'
import { startEmbedded } from '../src/platform/db/embedded/supervisor.ts'
import { openLog } from '../src/platform/log/log.ts'
import { membersOf } from './calls/members.ts'
import { atEnd } from './ending/at-end.ts'
import { makeTemplate } from './global-setup.ts'

const CONNECTIONS_MAX = 5

export type OwnServer = Awaited<ReturnType<typeof openOwnServer>>

/**
 * A PostgreSQL of this test file's own, looked after as in production, with a migrated database: for what would hit
 * the others that share a server. In `folder` if given; its write-ahead log in `wal_folder`.
 */
export const openOwnServer = async (place: { folder?: string; wal_folder?: string } = {}) => {
  const data_dir = place.folder ?? (await mkdtemp(join(tmpdir(), 'lulus-own-')))
  // Run by root, the database has a user of its own, who must get in.
  await chmod(data_dir, 0o755)
  const log = openLog('silent')
  const settings = { data_dir, log, throw_away: true }
  const cluster = join(data_dir, 'postgres/cluster')
  if (place.wal_folder !== undefined) {
    const first = await startEmbedded(settings)
    await first.stop()
    execFileSync('cp', ['-a', join(cluster, 'pg_wal'), place.wal_folder])
    await rm(join(cluster, 'pg_wal'), { recursive: true })
    await symlink(join(place.wal_folder, 'pg_wal'), join(cluster, 'pg_wal'))
  }
  const embedded = await startEmbedded(settings)
  const { connection } = embedded
  const database = connectTo(connection, { pool_max: CONNECTIONS_MAX, log })
  await makeTemplate(database.db)
  await sql`CREATE UNLOGGED TABLE ballast (text text)`.execute(database.db)
  atEnd(async () => {
    await database.close()
    await embedded.stop()
    if (place.folder === undefined) await rm(data_dir, { recursive: true, force: true })
  })

  const members = () => membersOf(cluster)
  /** Processes that serve a connection of ours. */
  const backends = () => members().filter(({ title }) => title.startsWith('postgres: lulus '))
  const signal = (pids: readonly { pid: number }[], name: NodeJS.Signals) => {
    for (const { pid } of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
  return {
    database,
    backends,
    kill: (pids: readonly { pid: number }[]) => signal(pids, 'SIGKILL'),
    /** What pg_terminate_backend does. */
    terminate: (pids: readonly { pid: number }[]) => signal(pids, 'SIGTERM'),
    /** Ends the server, `SIGINT` as an upgrade does or `SIGQUIT` as a hurried operator; it is started again. */
    end: (name: 'SIGINT' | 'SIGQUIT') => signal([{ pid: embedded.pid() }], name),
    freeze: () => signal(members(), 'SIGSTOP'),
    thaw: () => signal(members(), 'SIGCONT'),
    /** Writes until the disk of the tables takes no more. */
    fillTables: async () => {
      await untilRefused(() =>
        sql`INSERT INTO ballast SELECT g::text FROM generate_series(1, 10000) g`.execute(database.db),
      )
    },
    /** Writes until the write-ahead log finds no room for its next file, which ends the server. */
    fillLog: () =>
      untilRefused(() =>
        sql`SELECT pg_logical_emit_message(true, '', 'x'), pg_switch_wal()`.execute(database.db),
      ),
    /** As after a failover to a standby: whoever writes is refused. */
    setReadOnly: (on: boolean) =>
      insist(() =>
        database.db.connection().execute(async (one) => {
          await sql`SET default_transaction_read_only = off`.execute(one)
          await sql.raw(`ALTER SYSTEM SET default_transaction_read_only = ${on ? 'on' : 'off'}`).execute(one)
          await sql`SELECT pg_reload_conf()`.execute(one)
          await sql`RESET default_transaction_read_only`.execute(one)
        }),
      ),
  }
}

const INSIST_MAX = 20

/** Connections of ours that are broken already fail at their next use only. */
const insist = async (work: () => Promise<void>, times = INSIST_MAX): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProblemError) || times === 0) throw error
    await insist(work, times - 1)
  }
}

const untilRefused = async (write: () => Promise<unknown>) => {
  try {
    for (;;) await write()
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
  }
}
