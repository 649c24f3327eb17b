import { setTimeout as sleep } from 'node:timers/promises'
import { launch, MAIN, type Running } from '../crash/programs.ts'
import { atEnd } from '../ending/at-end.ts'
import { freePort } from '../free-port.ts'
import { SECRET_KEY, UNREACHABLE } from '../world.ts'

/** So that a start that hangs ends the test; on a busy machine all takes its time. */
const START_MS_MAX = 300_000
const LOOK_AGAIN_MS = 25

/** The portal as `npm start` runs it: one process with both roles, which brings its own database up. */
export const openPortal = async (data_dir: string) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: data_dir,
    SIMULATOR_URL: UNREACHABLE,
    SECRET_KEY,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
  }
  let running: Running | undefined
  atEnd(async () => {
    running?.child.kill('SIGTERM')
    await running?.ended
  })

  /** Resolves with the ms until it was ready. Throws with what it said when it ended instead. */
  const start = async (): Promise<number> => {
    const started_ms = Date.now()
    const one = launch([MAIN, '--roles=web,worker'], env)
    running = one
    while (Date.now() - started_ms < START_MS_MAX) {
      if (!isAlive(one)) throw new Error(`The portal did not start. It said:\n${one.output()}`)
      const answer = await fetch(`${url}/healthz`).catch(() => undefined)
      if (answer?.ok) return Date.now() - started_ms
      await sleep(LOOK_AGAIN_MS)
    }
    throw new Error(`The portal was not ready after ${START_MS_MAX} ms. It said:\n${one.output()}`)
  }

  /** Resolves with its exit code when the system says that it is gone; null: ended by a signal. */
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    running?.child.kill(signal)
    await running?.ended
    return running?.child.exitCode
  }

  return { url, start, end, output: () => running?.output() ?? '' }
}

const isAlive = ({ child }: Running) => child.exitCode === null && child.signalCode === null
