import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A program of a database server, as the system shows it. */
export type Member = { pid: number; title: string }

/** Every living program that works in the cluster's folder, be its server alive or not. */
export const membersOf = (cluster: string): Member[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => attempt(() => readlinkSync(`/proc/${name}/cwd`)) === cluster)
    .map((name) => ({
      pid: Number(name),
      title: attempt(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')),
    }))

/** What the server last wrote about its state: `starting`, `ready`, `stopping`; empty when there is none. */
export const stateOf = (cluster: string): string =>
  attempt(() => readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))
    .split('\n')[7]
    ?.trim() ?? ''

/** Programs and files may vanish while we look. */
const attempt = (look: () => string): string => {
  try {
    return look()
  } catch {
    return ''
  }
}
