import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../env/start-error.ts'

export type Account = { uid: number; gid: number }

const ACCOUNTS = '/etc/passwd'

/**
 * PostgreSQL refuses to run as root: then it runs as whoever owns the database that lies in `data_dir`, whatever
 * accounts came to the machine since or bear other numbers there; a new one belongs to `postgres`, else to `nobody`.
 * Undefined: as ourselves.
 */
export const databaseAccount = (data_dir: string, accounts = ACCOUNTS): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const root = join(data_dir, 'postgres')
  return ownerOf(join(root, 'cluster')) ?? ownerOf(root) ?? accountFor(accounts)
}

/** Root itself owns what was copied without its owners. */
const ownerOf = (folder: string): Account | undefined => {
  const { uid = 0, gid = 0 } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return uid === 0 ? undefined : { uid, gid }
}

const accountFor = (file: string): Account => {
  const accounts = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter((fields) => fields[0] === name))[0]
  if (!found) throw new StartError('PostgreSQL cannot run as root here: create a user named postgres.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Whether the account may enter the folder, which means every folder above it as well. */
export const mayEnter = (account: Account | undefined, folder: string): boolean =>
  account === undefined || spawnSync('/usr/bin/test', ['-x', folder], { ...account, cwd: '/' }).status === 0
