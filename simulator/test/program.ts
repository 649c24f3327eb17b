import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { openWorld } from './sender.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/main.ts')

const folders: string[] = []
const children: ChildProcess[] = []
// Here, where it is heard: within a test or a hook it is not.
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A new folder that goes when the test file is done. */
export const newFolder = (): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'simulator-'))
  folders.push(folder)
  return folder
}

export type Program = Awaited<ReturnType<typeof startProgram>>

/** The simulator as a program of its own on a folder, with what a test needs to speak to it. */
export const startProgram = async (data_dir: string, settings: Record<string, string> = {}) => {
  const running = launch(data_dir, [], settings)
  const { child, said } = running
  const first = await Promise.race([once(child.stdout, 'data'), running.ended])
  if (!Array.isArray(first)) throw new Error(`The simulator ended (code ${first}). It said:\n${said()}`)
  const { listening } = JSON.parse(String(first[0]))
  /** Asks it to end; answers its exit code. */
  const stop = () => {
    child.kill('SIGTERM')
    return running.ended
  }
  const world = openWorld({ url: listening, close: async () => void (await stop()) })
  return { ...world, said, stop, limitFiles: limitFiles(child) }
}

/**
 * Starts the program where it is to end by itself, with the command before it if there is one; answers its exit code
 * and what it wrote to stderr.
 */
export const runProgram = async (data_dir: string, before: string[] = []) => {
  const { ended, said } = launch(data_dir, before)
  return { code: await ended, said: said() }
}

const launch = (data_dir: string, before: string[] = [], settings: Record<string, string> = {}) => {
  const env = {
    ...process.env,
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA_DIR: data_dir,
    SIMULATOR_VALIDATION_DELAY_MS: '0',
    SIMULATOR_RATE_LIMITS: 'off',
    ...settings,
  }
  const [command = '', ...args] = [...before, process.execPath, MAIN]
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  // `close` comes after the last of its output, `exit` may come before.
  const ended = once(child, 'close').then(([code]) => Number(code))
  return { child, ended, said: () => text }
}

/**
 * From now on the kernel lets no file of the program grow beyond so many bytes: writes that cross the line come short,
 * then fail, as on a full disk. Undefined lifts the limit.
 */
const limitFiles = (child: ChildProcess) => (bytes_max: number | undefined) => {
  const limit = `--fsize=${bytes_max ?? 'unlimited'}:`
  const { status, stderr, error } = spawnSync('prlimit', ['--pid', String(child.pid), limit])
  if (status !== 0) throw new Error(`prlimit of util-linux is needed: ${error?.message ?? stderr}`)
}
