import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export type Postmaster = { pid: number; ready: boolean }

/** The server that runs on this cluster, as `postmaster.pid` tells; undefined when there is none. */
export const runningPostmaster = (cluster: string): Postmaster | undefined => {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgres(pid, cluster)) return undefined
  return { pid, ready: lines[READY_LINE]?.trim() === 'ready' }
}

/** PostgreSQL writes its state into the eighth line. */
const READY_LINE = 7

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
    if (!isPostgres(pid, cluster)) rmSync(lock, { force: true })
  }
}

/** Alive, not a zombie (whose command line is empty), and serving this very cluster. */
const isPostgres = (pid: number, cluster: string) => {
  const words = readText(`/proc/${pid}/cmdline`).split('\0')
  return words[0]?.endsWith('postgres') === true && words.includes(cluster)
}

const readLines = (file: string) => readText(file).split('\n')

const readText = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Absent or vanishing: nobody is there.
    return ''
  }
}
