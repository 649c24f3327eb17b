import { fastify } from 'fastify'
import { z } from 'zod'
import { documents } from '#contract/documents.ts'
import type { Row } from '../report.ts'
import { time } from '../sending.ts'
import type { Archive } from './archive.ts'
import { type Asked, ask, openAsker, type Person, wishOf } from './asking.ts'
import type { Call } from './calls.ts'
import { pageByOffset } from './offset.ts'

/** What a person does not feel (the 99th percentile), in front of a million documents; of ten, only what is common. */
export const WAIT_MS_MAX = 60
const WAIT_MS_MAX_BEYOND = 100
const MILLION = 1_000_000
/** And so many times as long as in front of a small archive. */
const TIMES_MAX = 3
/** A list, against the same rows as a constant. */
const STATIC_GOAL = 0.2
const OFFSET_ROUNDS_MAX = 1
/** Where only a few rounds are played it is asked for one list in so many: it takes as long as all else. */
const OFFSET_OF_FEW = 4
/** In front of more documents nothing is asked for by offset: it takes longer than a statement may. */
const OFFSET_DOCUMENTS_MAX = 2_000_000
/** Fewer rounds tell nothing of the slowest in a hundred, only how long it usually takes. */
const ROUNDS_FOR_P99 = 20
const STATIC_CALLS = 5

/** PostgreSQL plans a prepared statement anew five times. */
const PLANNED_AFTER = 7

/** How long one call took each time, ms; in front of the large archive, the small one, and by offset. */
export type Waited = { name: string; who: string } & Record<
  'ms' | 'small_ms' | 'offset_ms',
  readonly number[]
>

type Run = { documents: number; rounds: number; small?: Archive | undefined }

/**
 * How long each call takes to answer, for one who sees everything and for one who sees two departments; all in turn,
 * so that whatever else the machine does hits all. Beside them the same in front of a small archive, and the page of a
 * list by LIMIT, OFFSET and count(*).
 */
export const benchCalls = async (
  archive: Archive,
  callsOf: (listed: number) => readonly Call[],
  { documents: archived, rounds, small }: Run,
): Promise<{ rows: Row[]; waited: Waited[] }> => {
  const asked = await askedBy(archive, callsOf)
  const asker = openAsker()
  const whole = await wholeReads(archive, asker, asked)
  const asked_small = small ? await askedBy(small, callsOf) : []
  const taken = asked.map((one, at) => ({
    ...{ ...one, ms: [] as number[], offset_ms: [] as number[] },
    ...{ of_small: asked_small[at], small_ms: [] as number[] },
  }))
  const constant = await serveConstant(await firstPage(archive, (asked[0] as Asked).person)) // there are calls
  for (const one of taken) await asker.msOf(wishOf(archive.url, one))
  for (let round = 0; round < rounds; round++) {
    for (const [at, { call, person, ms, offset_ms, of_small, small_ms }] of taken.entries()) {
      ms.push(await asker.msOf(wishOf(archive.url, { call, person })))
      if (small && of_small) small_ms.push(await asker.msOf(wishOf(small.url, of_small)))
      if (round >= OFFSET_ROUNDS_MAX || call.endpoint !== documents.list) continue
      if (archived > OFFSET_DOCUMENTS_MAX) continue
      if (rounds < ROUNDS_FOR_P99 && at % OFFSET_OF_FEW > 0) continue
      const by = { db: archive.db, caller: person.caller, now: archive.clock.now() }
      offset_ms.push(await time(() => pageByOffset(by, call.query)))
    }
    for (let at = 0; at < STATIC_CALLS; at++) constant.ms.push(await asker.msOf(constant.wish))
  }
  await asker.close()
  await constant.close()
  if (whole.length > 0) console.log(`Read from end to end: ${whole.join('; ')}.`)
  const first = median(taken[0]?.ms ?? [])
  const rows = [
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
    ...taken.map(({ call, person, ms, offset_ms, small_ms }) => ({
      name: `${call.name} (${person.who})`,
      figure:
        told(ms) +
        (small_ms.length > 0 ? `, small ${told(small_ms)}` : '') +
        (offset_ms.length > 0 ? `, by offset ${median(offset_ms).toFixed(0)}` : ''),
      ...judgedOf({ call, documents: archived, judged_ms: judged(ms), small_ms: judged(small_ms) }),
      floor: 0.1,
    })),
  ]
  const waited = taken.map(({ call, person, ...times }) => ({ name: call.name, who: person.who, ...times }))
  return { rows, waited }
}

/** What is judged of so many rounds, in ms. */
const judged = (ms: readonly number[]) => percentile(ms, ms.length < ROUNDS_FOR_P99 ? 0.5 : 0.99)

type Judged = { call: Call; documents: number; judged_ms: number; small_ms: number }

/** Beyond a million documents only what is common has a goal, and that whatever is asked for is answered. */
const judgedOf = ({ call, documents: archived, judged_ms, small_ms }: Judged) => {
  if (archived > MILLION) {
    const ratio = (call.goal_ms ?? WAIT_MS_MAX_BEYOND) / judged_ms
    return { ratio, ...((call.goal_ms || call.is_common || ratio === 0) && { goal: 1 }) }
  }
  const times_ratio = small_ms > 0 ? (TIMES_MAX * small_ms) / judged_ms : Infinity
  return { ratio: Math.min((call.goal_ms ?? WAIT_MS_MAX) / judged_ms, times_ratio), goal: 1 }
}

/** Who asks for what, of the pages that they see: everybody for all but an approver's and what one may not. */
const askedBy = async (archive: Archive, callsOf: (listed: number) => readonly Call[]): Promise<Asked[]> => {
  const everything: Person = { who: 'everything', ...(await archive.signIn('devi')) }
  const two: Person = { who: 'two departments', ...(await archive.signIn('aminah')) }
  const approver: Person = { who: 'two departments', ...(await archive.signIn('bakri')) }
  const allOf = async (person: Person) =>
    callsOf(Counted.parse(JSON.parse(await firstPage(archive, person))).count).map((call) => ({
      call,
      person,
    }))
  const ofTwo = (await allOf(two))
    .filter(({ call }) => call.endpoint !== documents.report)
    .map(({ call, person }) => ({
      ...{ call, person: call.endpoint === documents.pending ? approver : person },
    }))
  return [...(await allOf(everything)), ...ofTwo]
}

const Counted = z.object({ count: z.int() })

/**
 * The calls that read a table that grows as a whole, however quickly: each is asked so often that what is prepared has
 * got its last plan.
 */
export const wholeReads = async (
  archive: Archive,
  asker: ReturnType<typeof openAsker>,
  asked: readonly Asked[],
): Promise<string[]> => {
  const found: string[] = []
  for (const one of asked) {
    await archive.readWhole()
    for (let time = 0; time < PLANNED_AFTER; time++) await asker.msOf(wishOf(archive.url, one))
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

/** So large a share of the values is at most this. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0

export const median = (values: readonly number[]) => percentile(values, 0.5)

const told = (ms: readonly number[]) => {
  const [least, p99, most] = [0, 0.99, 1].map((share) => percentile(ms, share).toFixed(1))
  return `${median(ms).toFixed(1)} ms (${least}–${most}, p99 ${p99})`
}

const spread = (values: readonly number[]) =>
  `${median(values).toFixed(1)} ms (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`
