import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Account } from './account.ts'

/** Whether this is a living server on this very cluster; a zombie's command line is empty. */
export const isPostmaster = (pid: number, cluster: string): boolean => {
  const words = readText(`/proc/${pid}/cmdline`).split('\0')
  return words[0]?.endsWith('postgres') === true && words.includes(cluster)
}

/** Whether the system still runs it. */
export const isAlive = (pid: number): boolean => readProgram(pid) !== undefined

/** A server's own processes. They have sessions of their own, so no signal to a group reaches them all. */
export const childrenOf = (pid: number): number[] =>
  readPrograms()
    .filter((one) => one.parent === pid)
    .map((one) => one.pid)

/**
 * What is left of servers of this cluster that are gone: processes of PostgreSQL that work in its folder and have
 * lost their parent. They hold the shared memory, and the next server refuses to start beside it.
 */
export const orphansOf = (cluster: string, account: Account | undefined): number[] => {
  const programs = readPrograms().filter(({ name }) => name === 'postgres')
  const pids = new Set(programs.map(({ pid }) => pid))
  return programs
    .filter(({ pid, parent }) => !pids.has(parent) && !isPostmaster(pid, cluster))
    .filter(({ pid }) => workingFolder(pid, account) === cluster)
    .map(({ pid }) => pid)
}

/** A file's text; empty when it is absent or vanishing, as those of ended processes are. */
export const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

type Program = { pid: number; name: string; parent: number }

const readPrograms = (): Program[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProgram(Number(name)))
    .filter((program) => program !== undefined)

/** `pid (name) state parent …`, see proc(5); undefined for the dead, whom their parent has not buried yet. */
const readProgram = (pid: number): Program | undefined => {
  const [, name, state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readText(`/proc/${pid}/stat`)) ?? []
  return name === undefined || state === 'Z' || state === 'X'
    ? undefined
    : { pid, name, parent: Number(parent) }
}

/** Asked as the database's own account: in a container even root may not look at another's folder. */
const workingFolder = (pid: number, account: Account | undefined): string | undefined => {
  const link = `/proc/${pid}/cwd`
  if (account) return spawnSync('readlink', [link], { ...account, cwd: '/', encoding: 'utf8' }).stdout?.trim()
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
