import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../ending/at-end.ts'

const BIN = '/usr/lib/postgresql/15/bin'
const AS_POSTGRES = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', '--']

/** The arguments with which a program of PostgreSQL, which refuses root, is run as the user of its package. */
export const asPostgres = (program: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['setpriv', [...AS_POSTGRES, program, ...args]] : [program, [...args]]

/** A folder of this test file that the user of the servers may write. */
export const serverFolder = async (): Promise<string> => {
  if (!existsSync(join(BIN, 'pg_basebackup')))
    throw new Error('This test needs two servers of PostgreSQL 15: apt-get install postgresql-15')
  const folder = await mkdtemp(join(tmpdir(), 'lulus-servers-'))
  const ids = process.getuid?.() === 0 ? idsOfPostgres() : undefined
  if (ids) await chown(folder, ids.uid, ids.gid)
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

const idsOfPostgres = () => {
  const [uid = 0, gid = 0] = ['-u', '-g'].map((which) =>
    Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })),
  )
  return { uid, gid }
}

/** Runs a program of PostgreSQL to its end. Throws with what it said. */
export const pg = (program: string, ...args: string[]): void => {
  const [command, all] = asPostgres(join(BIN, program), args)
  execFileSync(command, all, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
}
