import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../env/start-error.ts'
import type { Log } from '../../log/log.ts'
import { answers } from './answers.ts'
import { endOrphans, untilEnded, wake } from './ending.ts'
import { removeStaleLocks, runningPostmaster } from './lock.ts'
import type { Patience } from './patience.ts'
import { type Order, spawnServer } from './spawn.ts'

export type Plan = Order & {
  patience: Patience
  log: Log
  /** Aborted when nobody wants the server any more. */
  stopped: AbortSignal
  /** Throws while the cluster is not to be run, nor used where another process runs it. */
  demandFree?: () => void
}

/** A server that takes connections; without `child` it is another process's. */
export type Server = { pid: number; child: ChildProcess | undefined }

const POLL_MS = 10
/** Each time costs the server a process. */
const ASK_AGAIN_MS = 100
const SPAWN_AGAIN_MS = 500

/**
 * Adopts a running server or starts one; of several processes at once one starts and the others adopt. `child` is
 * the server that we started before. Throws when none lives after 60 s, or when nobody wants it any more.
 */
export const ensureServer = async (plan: Plan, child?: ChildProcess): Promise<Server> => {
  const { start_ms_max, recovery_ms_max } = plan.patience
  const give_up_ms = performance.now() + recovery_ms_max
  let since_ms = performance.now()
  let spawned = false
  while (performance.now() < Math.min(since_ms + start_ms_max, give_up_ms) && !plan.stopped.aborted) {
    await demandFree(plan, child)
    const postmaster = runningPostmaster(plan.cluster)
    if (postmaster) {
      const { pid } = postmaster
      const ours = pid === child?.pid
      const seen_ms = performance.now()
      if (await takesConnections(plan, pid, give_up_ms)) return { pid, child: ours ? child : undefined }
      // That another's server was waited for so long and then ended is no failure of ours.
      if (!ours && performance.now() - seen_ms > start_ms_max) since_ms = performance.now()
    } else if (child === undefined || hasEnded(child)) {
      // One that ends at once, on a full disk for one, is not helped by haste.
      if (spawned) await wait(SPAWN_AGAIN_MS)
      await endOrphans(plan)
      removeStaleLocks(plan.cluster, plan.sockets)
      child = spawnServer(plan)
      spawned = true
    }
    await wait(POLL_MS)
  }
  await stopServer(plan, child)
  if (plan.stopped.aborted) throw new StartError('The embedded database was stopped before it had started.')
  const seconds = Math.round((performance.now() - since_ms) / 1000)
  throw new StartError(`The embedded database did not start within ${seconds} s; see ${plan.log_file}.`)
}

const demandFree = async (plan: Plan, child: ChildProcess | undefined) => {
  try {
    plan.demandFree?.()
  } catch (error) {
    await stopServer(plan, child)
    throw error
  }
}

/** Waits for a server for as long as it lives; one that is stopping is seen to its end. */
const takesConnections = async (plan: Plan, pid: number, give_up_ms: number): Promise<boolean> => {
  const { cluster, patience, log } = plan
  let told_ms = performance.now()
  wake(pid)
  while (performance.now() < give_up_ms && !plan.stopped.aborted) {
    const postmaster = runningPostmaster(cluster)
    if (postmaster?.pid !== pid) return false
    const { state } = postmaster
    if (state === 'stopping') {
      log.warn({ pid }, 'the embedded database is stopping: waiting for its end')
      await untilEnded(plan, pid)
      return false
    }
    if (state === 'ready' && (await answers(plan.sockets))) return true
    if (performance.now() - told_ms > patience.tell_ms) {
      told_ms = performance.now()
      log.warn({ pid, state }, 'the embedded database lives but is not ready yet: waiting for its recovery')
    }
    await wait(state === 'ready' ? ASK_AGAIN_MS : POLL_MS)
  }
  return false
}

/** Fast shutdown: clients are disconnected, everything committed is on disk. An adopted server is left alone. */
export const stopServer = async (plan: Plan, child: ChildProcess | undefined) => {
  if (child?.pid === undefined || hasEnded(child)) return
  child.kill('SIGINT')
  await untilEnded(plan, child.pid)
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
