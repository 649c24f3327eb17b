/**
 * Fifty people on a thread of their own: calls come when they come, whether or not those before are answered, and are
 * measured from the moment at which somebody wanted an answer.
 */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import { addressOf } from '../../../server/test/client.ts'
import { seeded } from '../../../server/test/simulation/random.ts'
import { type Errand, type Kind, nextErrand, pdfErrand } from './mix.ts'

export type People = Record<Errand['who'], readonly Record<string, string>[]> & { url: string }
/** `pdfs`: so many are ordered at once, at the beginning. */
export type Wanted = { per_second: number; seconds: number; pdfs?: number }
/** How each call ended: after how many ms, with which status (0: cut off), and whether it said when to come again. */
export type Ended = { kind: Kind; ms: number; status: number; tells_when: boolean }

const SOCKETS_MAX = 1_000
const SEEN_PAGES = 4
const Rows = z.object({ results: z.array(z.object({ uuid: z.string() })) })
const Taken = z.object({ UUIDs: z.array(z.string()) })

const people = workerData as People // as given by office.ts
const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX })
const random = seeded(14)
const draw = () => random.below(1_000_000) / 1_000_000
const desk = { seen: [] as string[], valid: [] as string[], pending: [] as string[] }

type Answer = { status: number; text: string; tells_when: boolean }

const call = ({ who, address, body }: Pick<Errand, 'who' | 'address' | 'body'>): Promise<Answer> =>
  new Promise((resolve) => {
    const headers = { ...random.pick(people[who]), 'content-type': 'application/json' }
    const method = body === undefined ? 'GET' : 'POST'
    const cutOff = () => resolve({ status: 0, text: '', tells_when: false })
    const asked = request(people.url + address, { agent, headers, method }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', cutOff)
      answer.on('end', () => {
        const tells_when = answer.headers['retry-after'] !== undefined
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString(), tells_when })
      })
    })
    asked.on('error', cutOff).end(body === undefined ? undefined : JSON.stringify(body))
  })

const run = async (errand: Errand, wanted_ms: number): Promise<Ended> => {
  const { status, text, tells_when } = await call(errand)
  const ms = performance.now() - wanted_ms
  if (errand.kind === 'create' && status === 200) desk.pending.push(...Taken.parse(JSON.parse(text)).UUIDs)
  return { kind: errand.kind, ms, status, tells_when }
}

/** Calls that come at random, so many a second. */
const work = async ({ per_second, seconds, pdfs = 0 }: Wanted): Promise<Ended[]> => {
  const until = performance.now() + seconds * 1000
  let next = performance.now()
  const running = Array.from({ length: pdfs }, () => run(pdfErrand(desk, draw), next))
  while (next < until) {
    for (; next <= performance.now() && next < until; next -= (Math.log(1 - draw()) / per_second) * 1000)
      running.push(run(nextErrand(desk, draw), next))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  return Promise.all(running)
}

const look = async (query: Record<string, string>): Promise<string[]> => {
  const { text } = await call({ who: 'approver', address: addressOf(documents.list, { query }) })
  return Rows.parse(JSON.parse(text)).results.map(({ uuid }) => uuid)
}
for (let page = 1; page <= SEEN_PAGES; page++) {
  desk.seen.push(...(await look({ page: String(page) })))
  desk.valid.push(...(await look({ page: String(page), status: 'Validated' })))
}
parentPort?.on('message', async (wanted: Wanted) => parentPort?.postMessage(await work(wanted)))
parentPort?.postMessage('ready')
