import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

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

/** Programs may vanish while we look. */
const attempt = (look: () => string): string => {
  try {
    return look()
  } catch {
    return ''
  }
}
