import { fastify } from 'fastify'
import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import type { Row } from '../report.ts'
import { time } from '../sending.ts'
import type { Archive } from './archive.ts'
import { type Asked, ask, openAsker, type Person, wishOf } from './asking.ts'
import type { Call } from './calls.ts'
import { pageByOffset } from './offset.ts'

/** What a person does not feel (the 99th percentile). */
const WAIT_MS_MAX = 60
/** A list, against the same rows as a constant. */
const STATIC_GOAL = 0.2
const OFFSET_ROUNDS_MAX = 1
/** In front of more documents nothing is asked for by offset: it takes longer than a statement may. */
const OFFSET_DOCUMENTS_MAX = 2_000_000
/** Fewer rounds tell nothing of the slowest in a hundred, only how long it usually takes. */
const ROUNDS_FOR_P99 = 20
const STATIC_CALLS = 5

/** PostgreSQL plans a prepared statement anew five times. */
const PLANNED_AFTER = 7

/**
 * How long each call takes to answer, for one who sees everything and for one who sees two departments; all in turn,
 * so that whatever else the machine does hits all. Beside lists: the same page by LIMIT, OFFSET and count(*).
 */
export const benchCalls = async (
  archive: Archive,
  callsOf: (listed: number) => readonly Call[],
  { documents: archived, rounds }: { documents: number; rounds: number },
): Promise<Row[]> => {
  const asked = await askedBy(archive, callsOf)
  const whole = await wholeReads(archive, asked)
  const taken = asked.map((one) => ({ ...one, ms: [] as number[], offset_ms: [] as number[] }))
  const constant = await serveConstant(await firstPage(archive, (asked[0] as Asked).person)) // there are calls
  for (const one of taken) await ask(archive.url, one)
  const asker = openAsker()
  for (let round = 0; round < rounds; round++) {
    for (const { call, person, ms, offset_ms } of taken) {
      ms.push(await asker.msOf(wishOf(archive.url, { call, person })))
      if (round >= OFFSET_ROUNDS_MAX || call.endpoint !== documents.list) continue
      if (archived > OFFSET_DOCUMENTS_MAX) continue
      const by = { db: archive.db, caller: person.caller, now: archive.clock.now() }
      offset_ms.push(await time(() => pageByOffset(by, call.query)))
    }
    for (let at = 0; at < STATIC_CALLS; at++) constant.ms.push(await asker.msOf(constant.wish))
  }
  await asker.close()
  await constant.close()
  if (whole.length > 0) console.log(`Read from end to end: ${whole.join('; ')}.`)
  const first = median(taken[0]?.ms ?? [])
  return [
    {
      name: 'calls that read no large table from end to end',
      figure: `${asked.length - whole.length} of ${asked.length}`,
      // PostgreSQL's samples differ from run to run, and with them the plan of one or the other.
      ...{ ratio: 1 - whole.length / asked.length, goal: 1, floor: 0.97 },
    },
    {
      name: 'a page of the list against the same rows as a constant',
      figure: `${first.toFixed(1)} ms, constant ${spread(constant.ms)}`,
      ...{ ratio: median(constant.ms) / first, goal: STATIC_GOAL, floor: 0.01 },
    },
    ...taken.map(({ call, person, ms, offset_ms }) => {
      const offset = offset_ms.length > 0 ? `, by offset ${spread(offset_ms)}` : ''
      const judged_ms = rounds < ROUNDS_FOR_P99 ? median(ms) : percentile(ms, 0.99)
      return {
        name: `${call.name} (${person.who})`,
        figure: `${median(ms).toFixed(1)} ms, p99 ${percentile(ms, 0.99).toFixed(1)}${offset}`,
        ...{ ratio: (call.goal_ms ?? WAIT_MS_MAX) / judged_ms, goal: 1, floor: 0.1 },
      }
    }),
  ]
}

/** Who asks for what, of the pages that they see: everybody for everything, but for what one has to be an approver. */
const askedBy = async (archive: Archive, callsOf: (listed: number) => readonly Call[]): Promise<Asked[]> => {
  const everything: Person = { who: 'everything', ...(await archive.signIn('devi')) }
  const two: Person = { who: 'two departments', ...(await archive.signIn('aminah')) }
  const approver: Person = { who: 'two departments', ...(await archive.signIn('bakri')) }
  const allOf = async (person: Person) =>
    callsOf(Counted.parse(JSON.parse(await firstPage(archive, person))).count).map((call) => ({
      call,
      person,
    }))
  const ofTwo = (await allOf(two)).map(({ call, person }) => ({
    ...{ call, person: call.endpoint === documents.pending ? approver : person },
  }))
  return [...(await allOf(everything)), ...ofTwo]
}

const Counted = z.object({ count: z.int() })

/**
 * The calls that read a table that grows as a whole, however quickly: each is asked so often that what is prepared has
 * got its last plan.
 */
const wholeReads = async (archive: Archive, asked: readonly Asked[]): Promise<string[]> => {
  const found: string[] = []
  for (const one of asked) {
    await archive.readWhole()
    for (let time = 0; time < PLANNED_AFTER; time++) await ask(archive.url, one)
    const tables = await archive.readWhole()
    if (tables.length > 0) found.push(`${tables.join(', ')} by ${one.call.name} (${one.person.who})`)
  }
  return found
}

const firstPage = (archive: Archive, person: Person) =>
  ask(archive.url, { call: { name: 'first page', endpoint: documents.list, query: {} }, person })

/** A route that answers a constant, which it serialises each time. */
const serveConstant = async (body: string) => {
  const constant: unknown = JSON.parse(body)
  const app = fastify()
  app.get('/', async () => constant)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { ms: [] as number[], wish: [{ url, headers: {} }], close: () => app.close() }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const median = (values: readonly number[]) => percentile(values, 0.5)

const spread = (values: readonly number[]) =>
  `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`
