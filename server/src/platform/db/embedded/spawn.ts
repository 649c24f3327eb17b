import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { memorySettings, usableMemory } from './memory.ts'
import type { Place } from './place.ts'

/** What runs where, and as whom. `throw_away`: does not wait for the disk, so a power cut may ruin it. */
export type Order = Place & { binaries: string; account: Account | undefined; throw_away: boolean }

const SETPRIV = '/usr/bin/setpriv'

/** The kernel interrupts the server when we die (pdeathsig), so kill -9 leaves no orphan behind. */
export const spawnServer = ({ binaries, account, throw_away, ...place }: Order): ChildProcess => {
  const postgres = join(binaries, 'bin/postgres')
  const settings = ['listen_addresses=', 'dynamic_shared_memory_type=mmap', 'max_connections=200']
  settings.push(...memorySettings(usableMemory()))
  // For tests: the last setting counts, since several of them at once hold dozens of calls open each.
  if (throw_away) settings.push('fsync=off', 'full_page_writes=off', 'max_connections=500')
  const args = ['-D', place.cluster, '-k', place.sockets, ...settings.flatMap((setting) => ['-c', setting])]
  const output = openSync(place.log_file, 'a', 0o600)
  const options = { cwd: '/', stdio: ['ignore', output, output] as ['ignore', number, number] }
  const as = account ? ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'] : []
  const child = existsSync(SETPRIV)
    ? spawn(SETPRIV, ['--pdeathsig', 'INT', ...as, '--', postgres, ...args], options)
    : spawn(postgres, args, { ...options, ...account })
  // A spawn that fails is seen by our caller as "no server"; unheard it would end the process.
  child.on('error', () => {})
  closeSync(output)
  return child
}
