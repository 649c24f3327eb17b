import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../log/log.ts'
import type { Account } from './account.ts'
import type { Patience } from './patience.ts'
import { childrenOf, isAlive, isPostmaster, orphansOf } from './proc.ts'

type Means = { cluster: string; account: Account | undefined; patience: Patience; log: Log }

/** The kernel ends a process at once, unless it waits for a disk. */
const KILL_MS_MAX = 5_000
const POLL_MS = 10

/**
 * Resolves when a server that was asked to stop has ended. Where that takes too long it gets SIGQUIT, which leaves
 * out the checkpoint, and then it is killed with its processes: what was committed is in the write-ahead log anyway.
 */
export const untilEnded = async ({ cluster, patience, log }: Means, pid: number) => {
  const hasEnded = () => !isPostmaster(pid, cluster)
  wake(pid)
  if (await within(patience.stop_ms_max, hasEnded)) return
  log.warn({ pid }, 'the embedded database does not stop: ending it without a checkpoint')
  send([pid], 'SIGQUIT')
  if (await within(patience.quit_ms_max, hasEnded)) return
  log.warn({ pid }, 'the embedded database does not end: killing it with all its processes')
  // Found while it lives: afterwards they are nobody's children.
  const family = [pid, ...childrenOf(pid)]
  send(family, 'SIGKILL')
  await within(KILL_MS_MAX, () => !family.some(isAlive))
}

/** Kills what is left of a server that is gone itself. */
export const endOrphans = async ({ cluster, account, log }: Means) => {
  const orphans = orphansOf(cluster, account)
  if (orphans.length === 0) return
  log.warn({ pids: orphans }, 'killing what is left of an embedded database that is gone')
  send(orphans, 'SIGKILL')
  await within(KILL_MS_MAX, () => !orphans.some(isAlive))
}

/** Lets a server that somebody froze (SIGSTOP) go on; nobody else notices. */
export const wake = (pid: number) => send([pid, ...childrenOf(pid)], 'SIGCONT')

const send = (pids: readonly number[], signal: NodeJS.Signals) => {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (isAlive(pid)) throw error
    }
}

const within = async (ms_max: number, isSo: () => boolean): Promise<boolean> => {
  const until_ms = performance.now() + ms_max
  while (!isSo()) {
    if (performance.now() > until_ms) return false
    await wait(POLL_MS)
  }
  return true
}
