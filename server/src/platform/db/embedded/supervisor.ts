import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'
import { type Account, databaseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { CLUSTER_USER, makeCluster } from './cluster.ts'
import { FAR_ROOT } from './far.ts'
import { removeStaleLocks, runningPostmaster } from './lock.ts'
import { makePlace, type Place } from './place.ts'

export type Embedded = {
  connection: { host: string; user: string; database: string; port: number }
  pid(): number
  /** Whether another process started the server and we only use it. */
  adopted(): boolean
  stop(): Promise<void>
}

export type EmbeddedSettings = {
  data_dir: string
  log: Log
  /** For tests: does not wait for the disk, so a power cut may ruin it. */
  throw_away?: boolean
  /** For tests. */
  far_root?: string
}

type Plan = { place: Place; binaries: string; account: Account | undefined; throw_away: boolean }

type Server = { pid: number; child: ChildProcess | undefined }

const START_MS_MAX = 60_000
const POLL_MS = 10
const WATCH_MS = 500

/**
 * Runs PostgreSQL on DATA_DIR/postgres, or adopts the server that another process of ours already runs there.
 * When the server goes away (a crash, or its owner was stopped) it is started again. Throws after 60 s.
 */
export const startEmbedded = async (settings: EmbeddedSettings): Promise<Embedded> => {
  const { data_dir, log, throw_away = false, far_root = FAR_ROOT } = settings
  const account = databaseAccount()
  const place = makePlace({ data_dir, account, far_root })
  const binaries = findBinaries(account, place.root)
  makeCluster(binaries, place.cluster, account, throw_away)
  const plan: Plan = { place, binaries, account, throw_away }
  const start = async () => ensureServer(plan)
  let server = await start()
  let stopping = false
  let restart: Promise<void> | undefined

  const revive = async () => {
    log.warn({ pid: server.pid }, 'the embedded database is gone; starting it again')
    server = await start()
  }
  const watch = setInterval(() => {
    if (restart || stopping || runningPostmaster(place.cluster)) return
    restart = revive()
      .catch((error) => log.error({ err: error }, 'the embedded database does not start'))
      .finally(() => {
        restart = undefined
      })
  }, WATCH_MS)
  watch.unref()

  return {
    connection: { host: place.sockets, user: CLUSTER_USER, database: 'postgres', port: 5432 },
    pid: () => server.pid,
    adopted: () => server.child === undefined,
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await restart
      await stopServer(server.child)
    },
  }
}

/** Adopts a running server or starts one; of several processes at once one starts and the others adopt. */
const ensureServer = async (plan: Plan): Promise<Server> => {
  const { place } = plan
  const started_ms = performance.now()
  let child: ChildProcess | undefined
  while (performance.now() - started_ms < START_MS_MAX) {
    const postmaster = runningPostmaster(place.cluster)
    if (postmaster?.ready) {
      return { pid: postmaster.pid, child: postmaster.pid === child?.pid ? child : undefined }
    }
    const ended = child === undefined || child.exitCode !== null || child.signalCode !== null
    if (!postmaster && ended) {
      removeStaleLocks(place.cluster, place.sockets)
      child = spawnServer(plan)
    }
    await wait(POLL_MS)
  }
  child?.kill('SIGQUIT')
  throw new Error(`The embedded database did not start within 60 s; see ${place.log_file}.`)
}

const SETPRIV = '/usr/bin/setpriv'

/** The kernel interrupts the server when we die (pdeathsig), so kill -9 leaves no orphan behind. */
const spawnServer = ({ place, binaries, account, throw_away }: Plan): ChildProcess => {
  const postgres = join(binaries, 'bin/postgres')
  const settings = ['listen_addresses=', 'dynamic_shared_memory_type=mmap', 'max_connections=200']
  if (throw_away) settings.push('fsync=off', 'full_page_writes=off')
  const args = ['-D', place.cluster, '-k', place.sockets, ...settings.flatMap((setting) => ['-c', setting])]
  const output = openSync(place.log_file, 'a', 0o600)
  const options = { cwd: '/', stdio: ['ignore', output, output] as ['ignore', number, number] }
  const as = account ? ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'] : []
  const child = existsSync(SETPRIV)
    ? spawn(SETPRIV, ['--pdeathsig', 'INT', ...as, '--', postgres, ...args], options)
    : spawn(postgres, args, { ...options, ...account })
  // A spawn that fails is seen by the loop above as "no server"; unheard it would end the process.
  child.on('error', () => {})
  closeSync(output)
  return child
}

/** Fast shutdown: clients are disconnected, everything committed is on disk. An adopted server is left alone. */
const stopServer = async (child: ChildProcess | undefined) => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await ended
}
