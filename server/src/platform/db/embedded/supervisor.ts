import type { Log } from '../../log/log.ts'
import { databaseAccount } from './account.ts'
import { connectionTo } from './answers.ts'
import { findBinaries } from './binaries.ts'
import { makeCluster } from './cluster.ts'
import { FAR_ROOT } from './far.ts'
import { runningPostmaster } from './lock.ts'
import { PATIENCE, type Patience } from './patience.ts'
import { makePlace } from './place.ts'
import { demandNoRestoration, UnderRestoration } from './restoration.ts'
import { ensureServer, type Plan, stopServer } from './server.ts'

export type Embedded = {
  connection: ReturnType<typeof connectionTo>
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
  /** For tests. */
  patience?: Patience
}

const WATCH_MS = 500

/**
 * Runs PostgreSQL on DATA_DIR/postgres, or adopts the server that another process of ours already runs there.
 * When the server goes away (a crash, or its owner was stopped) it is started again. A server that lives is waited
 * for, however long its recovery takes, and one that does not stop is ended; throws after 60 s without any, and while
 * a restoration is half done. Where one begins meanwhile, since the server is gone, it is not started again.
 */
export const startEmbedded = async (settings: EmbeddedSettings): Promise<Embedded> => {
  const { data_dir, log, throw_away = false, far_root = FAR_ROOT, patience = PATIENCE } = settings
  demandNoRestoration(data_dir)
  const account = databaseAccount(data_dir)
  const place = makePlace({ data_dir, account, far_root })
  const binaries = findBinaries(account, place.root)
  makeCluster(binaries, place.cluster, account, throw_away)
  const stopper = new AbortController()
  const demandFree = () => demandNoRestoration(data_dir)
  const means = { binaries, account, throw_away, patience, log, stopped: stopper.signal, demandFree }
  const plan: Plan = { ...place, ...means }
  let server = await ensureServer(plan)
  let restart: Promise<void> | undefined

  const revive = async () => {
    log.warn({ pid: server.pid }, 'the embedded database has stopped; starting it again')
    server = await ensureServer(plan, server.child)
  }
  const watch = setInterval(() => {
    const state = runningPostmaster(place.cluster)?.state ?? 'stopping'
    if (restart || state !== 'stopping') return
    restart = revive()
      .catch((error) => {
        if (!plan.stopped.aborted) log.error({ err: error }, 'the embedded database does not start')
        // What this process remembers is of the former database: it must be started anew itself.
        if (error instanceof UnderRestoration) clearInterval(watch)
      })
      .finally(() => {
        restart = undefined
      })
  }, WATCH_MS)
  watch.unref()

  return {
    connection: connectionTo(place.sockets),
    pid: () => server.pid,
    adopted: () => server.child === undefined,
    stop: async () => {
      stopper.abort()
      clearInterval(watch)
      await restart
      await stopServer(plan, server.child)
    },
  }
}
