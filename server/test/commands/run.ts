import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '../database.ts'
import { atEnd } from '../ending/at-end.ts'
import { BARE_ENV } from '../start/bare-env.ts'
import type { World } from '../world.ts'

export const CLI = join(import.meta.dirname, '../../src/cli.ts')

/** Runs commands as an operator does, on the database of a world, which is all of it that runs. */
export const commandsOn = async ({ connection }: Pick<World, 'connection'>) => {
  const data_dir = await mkdtemp(join(tmpdir(), 'lulus-command-'))
  atEnd(() => rm(data_dir, { recursive: true }))
  const run = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
    new Promise<{ code: unknown; out: string; told: string }>((resolve) => {
      const env = { ...BARE_ENV, DATABASE_URL: addressOf(connection), DATA_DIR: data_dir, ...more }
      execFile(process.execPath, [CLI, ...args], { env }, (error, out, told) =>
        resolve({ code: error ? error.code : 0, out, told }),
      )
    })
  return { data_dir, run }
}
