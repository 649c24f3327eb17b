/** Starts the whole product as the README says, on free ports with a fresh folder of its own, and stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../server/test/free-port.ts'

export type Product = { url: string; simulator_url: string; password: string; data_dir: string }

/** How many run side by side: a browser and its product have a core to themselves on the usual two. */
export const PRODUCTS = Number(process.env.PRODUCTS ?? 2)

const ROOT = resolve(import.meta.dirname, '..')
const READY_MS_MAX = 170_000
const STOP_MS_MAX = 45_000
const ASK_AGAIN_MS = 250
const OUTPUT_CHARS_MAX = 20_000
const PASSWORD = 'Bunga raya 2026!'

type Running = Product & {
  /** What it has said on the console. */
  said(): string
  stop(): Promise<void>
}

/**
 * Resolves when `/healthz` answers 200; rejects with the product's own output when it ends or takes too long. `env`
 * are settings of its own.
 */
export const startProduct = async (env: Readonly<Record<string, string>> = {}): Promise<Running> => {
  const folder = await mkdtemp(join(tmpdir(), 'lulus-e2e-'))
  // Under root the embedded database runs as another user; let it in, so that it lives and goes with the folder.
  await chmod(folder, 0o755)
  const [port, simulator_port] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(ROOT, 'run/start.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      SIMULATOR_PORT: String(simulator_port),
      DATA_DIR: folder,
      SIMULATOR_DATA_DIR: join(folder, 'simulator'),
      DEMO_PASSWORD: PASSWORD,
      DATABASE_URL: '',
      NODE_ENV: 'production',
      // A short verdict keeps the tests short; the path is the same.
      SIMULATOR_VALIDATION_DELAY_MS: '300',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collect(child)
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    await untilHealthy(url, child)
  } catch (error) {
    await stop()
    throw new Error(`The product did not start. It said:\n${output()}`, { cause: error })
  }
  return {
    url,
    simulator_url: `http://127.0.0.1:${simulator_port}`,
    password: PASSWORD,
    data_dir: folder,
    said: output,
    stop,
  }
}

const untilHealthy = async (url: string, child: ChildProcess) => {
  const deadline = Date.now() + READY_MS_MAX
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(ASK_AGAIN_MS)
  }
  throw new Error(`not healthy after ${READY_MS_MAX} ms`)
}

const collect = (child: ChildProcess) => {
  let text = ''
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-OUTPUT_CHARS_MAX)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => text
}

const end = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const late = AbortSignal.timeout(STOP_MS_MAX)
  await Promise.race([ended, once(late, 'abort')])
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
}
