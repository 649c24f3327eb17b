import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartError } from '../../env/start-error.ts'

export type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: then it runs as `postgres`, else `nobody`. Undefined: as ourselves. */
export const databaseAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].flatMap((name) => accounts.filter((fields) => fields[0] === name))[0]
  if (!found) throw new StartError('PostgreSQL cannot run as root here: create a user named postgres.')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Whether the account may enter the folder, which means every folder above it as well. */
export const mayEnter = (account: Account | undefined, folder: string): boolean =>
  account === undefined || spawnSync('/usr/bin/test', ['-x', folder], { ...account, cwd: '/' }).status === 0
