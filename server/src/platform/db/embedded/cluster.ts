import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../env/start-error.ts'
import type { Account } from './account.ts'

const INITDB_MS_MAX = 120_000

/** The database role of the embedded cluster; only the owner of the socket's folder can connect at all. */
export const CLUSTER_USER = 'lulus'

/**
 * Makes the cluster when there is none: in a draft folder that is renamed when complete, so that an
 * interrupted start leaves nothing half-made, and of two processes at once exactly one wins.
 */
export const makeCluster = (
  binaries: string,
  cluster: string,
  account: Account | undefined,
  throw_away: boolean,
) => {
  if (existsSync(cluster)) return
  removeDeadDrafts(cluster)
  const draft = `${cluster}.draft-${process.pid}`
  const made = spawnSync(
    join(binaries, 'bin/initdb'),
    [
      ...['-D', draft, '-U', CLUSTER_USER, '-A', 'trust', '-E', 'UTF8', '--data-checksums'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(throw_away ? ['--no-sync'] : []),
    ],
    { ...account, cwd: '/', encoding: 'utf8', timeout: INITDB_MS_MAX },
  )
  if (made.status !== 0) {
    throw new StartError(`Could not make the database cluster: ${made.stderr || made.error?.message}`)
  }
  try {
    renameSync(draft, cluster)
  } catch (error) {
    if (!existsSync(cluster)) throw error
    rmSync(draft, { recursive: true })
  }
  const folder = openSync(dirname(cluster), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** What an interrupted start has begun goes on writing for a moment: 5.5 s in all. */
const STILL_WRITTEN = { maxRetries: 10, retryDelay: 100 }

const removeDeadDrafts = (cluster: string) => {
  const folder = dirname(cluster)
  for (const name of readdirSync(folder)) {
    const pid = /^cluster\.draft-(\d+)$/.exec(name)?.[1]
    if (pid === undefined || (existsSync(`/proc/${pid}`) && Number(pid) !== process.pid)) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true, ...STILL_WRITTEN })
    } catch {
      // It is in nobody's way; the next start tries again.
    }
  }
}
