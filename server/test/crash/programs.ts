import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../ending/at-end.ts'
import { freePort } from '../free-port.ts'
import { SECRET_KEY } from '../world.ts'

export const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const START_MS_MAX = 180_000
const LOOK_AGAIN_MS = 25
const OUTPUT_CHARS_MAX = 10_000

/** The two programs of the portal: the same `main.ts`, each with one role. */
export const ROLES = ['web', 'worker'] as const
export type Role = (typeof ROLES)[number]

export type Running = { child: ChildProcess; ended: Promise<unknown>; output(): string }

/** `node_args` go before the program: limits, and what is loaded into it. */
export type Place = {
  database_url: string
  /** Of standbys; none unless given. */
  read_url?: string | undefined
  simulator_url: string
  node_args: readonly string[]
}

/** The portal as operating systems run it: one process for web, one for the worker, on one database. */
export const openPrograms = async (place: Place) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const data_dir = mkdtempSync(join(tmpdir(), 'lulus-crash-'))
  const env = {
    ...process.env,
    DATABASE_URL: place.database_url,
    ...(place.read_url !== undefined && { DATABASE_READ_URL: place.read_url }),
    SIMULATOR_URL: place.simulator_url,
    SECRET_KEY,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: data_dir,
    LOG_LEVEL: 'error',
  }
  const running = new Map<Role, Running>()
  atEnd(() => {
    for (const { child } of running.values()) child.kill('SIGKILL')
    rmSync(data_dir, { recursive: true, force: true, maxRetries: 3 })
  })

  const start = (role: Role) =>
    void running.set(role, launch([...place.node_args, MAIN, `--roles=${role}`], env))

  /** Resolves when the system says that it is gone. Throws when it had ended by itself. */
  const kill = async (role: Role) => {
    const one = demandAlive(role)
    one.child.kill('SIGKILL')
    await one.ended
  }

  /** Throws with what it said when the program has ended by itself. */
  const demandAlive = (role: Role): Running => {
    const one = running.get(role)
    if (one?.child.exitCode === null && one.child.signalCode === null) return one
    throw new Error(`The ${role} ended by itself. It said:\n${one?.output()}`)
  }

  /** Resolves when the web process says that it is ready. */
  const untilHealthy = async () => {
    const deadline = Date.now() + START_MS_MAX
    while (Date.now() < deadline) {
      demandAlive('web')
      const answer = await fetch(`${url}/healthz`).catch(() => undefined)
      if (answer?.ok) return
      await sleep(LOOK_AGAIN_MS)
    }
    const said = demandAlive('web').output()
    throw new Error(`The web process was not ready after ${START_MS_MAX} ms. It said:\n${said}`)
  }

  /** Asks what `node_args` loaded into the program. Throws when the program ends meanwhile. */
  const ask = async (role: Role, question: string): Promise<unknown> => {
    const { child, ended } = demandAlive(role)
    const answer = once(child, 'message')
    child.send(question)
    const [said] = await Promise.race([answer, ended.then(() => [demandAlive(role)])])
    return said
  }

  return { url, start, kill, demandAlive, untilHealthy, ask }
}

/** Starts the program with these arguments; `output` answers the last that it said. */
export const launch = (args: readonly string[], env: NodeJS.ProcessEnv): Running => {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let text = ''
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-OUTPUT_CHARS_MAX)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return { child, ended: once(child, 'exit'), output: () => text }
}
