import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openSession } from '../../../server/src/access/sessions.ts'
import { on } from '../../../server/src/documents/store/tables.ts'
import { equipEntities } from '../../../server/src/entities/access/equip.ts'
import { systemClock } from '../../../server/src/platform/clock/clock.ts'
import { secretBox } from '../../../server/src/platform/crypto/secret-box.ts'
import { connectTo, inTransaction } from '../../../server/src/platform/db/database.ts'
import { addressOf } from '../../../server/test/database.ts'
import { freePort } from '../../../server/test/free-port.ts'
import { createApproving } from '../approved.ts'
import type { Filled } from '../scale/filled.ts'
import { startProgram } from '../start-program.ts'
import type { Ended, People, Wanted } from './people.ts'

const MAIN = join(import.meta.dirname, '../../../server/src/main.ts')
const SECRET_KEY = 'c0'.repeat(32)
const START_MS_MAX = 180_000
/** Fifty people; half of them see everything. */
const STAFF = { anybody: ['aminah', 'devi'], maker: ['aminah'], approver: ['bakri'] } as const
const SESSIONS_EACH = 25

export type Office = Awaited<ReturnType<typeof openOffice>>

/**
 * The portal's own programs in front of an archive, with an authority, and an office of people who use it. All of it
 * ends with the office, or where it does not come to be one.
 */
export const openOffice = async ({ folder, log, company, connection, close }: Filled) => {
  await using opening = new AsyncDisposableStack()
  opening.defer(close)
  const { db, ...database } = connectTo(connection, { pool_max: 2, log })
  opening.defer(() => database.close())
  const simulator = await startProgram('simulator/src/main.ts', {
    SIMULATOR_PORT: '0',
    SIMULATOR_DATA_DIR: join(folder, 'simulator'),
    SIMULATOR_VALIDATION_DELAY_MS: '1000',
  })
  opening.defer(() => void simulator.process.kill())
  const now = systemClock.now()
  await equipEntities({ db, box: secretBox(SECRET_KEY), simulator_url: simulator.url, now })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    ...{ DATABASE_URL: addressOf(connection), SIMULATOR_URL: simulator.url, SECRET_KEY, DEMO: 'off' },
    ...{ PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error' },
  }
  const start = (role: 'web' | 'worker', until: AsyncDisposableStack) => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
    const program = spawn(process.execPath, [MAIN, `--roles=${role}`], { env, stdio })
    const ended = once(program, 'exit')
    until.defer(async () => {
      program.kill('SIGKILL')
      await ended
    })
    return program
  }

  const web = start('web', opening)
  await untilHealthy(url)
  const signIn = (name: 'aminah' | 'bakri' | 'devi') =>
    inTransaction(db, async (tx) => {
      const session = { user_id: company.users[name], ip: '127.0.0.1', user_agent: 'bench', now }
      return { authorization: `Token ${await openSession(tx, session)}` }
    })
  const signedIn: People = { url, anybody: [], maker: [], approver: [] }
  for (const who of ['anybody', 'maker', 'approver'] as const)
    for (const name of STAFF[who])
      for (let at = 0; at < SESSIONS_EACH; at++) signedIn[who] = [...signedIn[who], await signIn(name)]
  const people = new Worker(new URL('./people.ts', import.meta.url), { workerData: signedIn })
  opening.defer(async () => void (await people.terminate()))
  await once(people, 'message')
  const open = opening.move()
  return {
    approve: createApproving(db, company),
    work: async (wanted: Wanted): Promise<Ended[]> => {
      people.postMessage(wanted)
      const [ended] = (await once(people, 'message')) as [Ended[]] // as posted by people.ts
      return ended
    },
    startWorker: () => void start('worker', open),
    /** How many documents were sent since then. */
    sentSince: async (since: Date): Promise<number> => {
      const sent = on(db).selectFrom('documents').where('submitted_at', '>=', since)
      const { n } = await sent.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()
      return Number(n)
    },
    webBytes: () => residentBytes(web.pid),
    close: () => open.disposeAsync(),
  }
}

const untilHealthy = async (url: string) => {
  const deadline = Date.now() + START_MS_MAX
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error('The web process does not become ready.')
    await sleep(100)
  }
}

const residentBytes = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
