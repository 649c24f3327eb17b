import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isPostmaster, readText } from './proc.ts'

export type Postmaster = { pid: number; state: 'starting' | 'ready' | 'stopping' }

/** The server that runs on this cluster, as `postmaster.pid` tells; undefined when there is none. */
export const runningPostmaster = (cluster: string): Postmaster | undefined => {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isPostmaster(pid, cluster)) return undefined
  const state = lines[STATE_LINE]?.trim()
  return { pid, state: state === 'ready' || state === 'stopping' ? state : 'starting' }
}

/** PostgreSQL writes its state into the eighth line. */
const STATE_LINE = 7

/**
 * Removes lock files whose process is gone. PostgreSQL does so itself, except when the number was given to
 * another process since (usual in containers) or belongs to a zombie: then it would refuse to start.
 */
export const removeStaleLocks = (cluster: string, sockets: string) => {
  const locks = readdirSync(sockets)
    .filter((name) => name.endsWith('.lock'))
    .map((name) => join(sockets, name))
  for (const lock of [join(cluster, 'postmaster.pid'), ...locks]) {
    const pid = Number(readLines(lock)[0])
    if (!isPostmaster(pid, cluster)) rmSync(lock, { force: true })
  }
}

const readLines = (file: string) => readText(file).split('\n')
