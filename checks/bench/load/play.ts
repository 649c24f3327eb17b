import type { Row } from '../report.ts'
import type { Office } from './office.ts'
import type { Ended } from './people.ts'

/** What fifty people do not feel as waiting (the 99th percentile). */
const P99_MS_MAX = 250
const OVERLOADED_P99_MS_MAX = 1_000
/** What the authority takes: 100 submissions a minute of 100 documents each; 0.95 of it are used (decision 006). */
const SENT_PER_SECOND = 10_000 / 60
const CALM_PER_SECOND = 10
const FIRST_PER_SECOND = 20
const FASTER = 1.4
const SLOWER = 0.8
const TIMES_TOO_MANY = 10
const NORMAL_AGAIN_WINDOWS = 3
const PDFS = 500
const GROWTH_BYTES_MAX = 200 * 1024 * 1024

export type Lengths = { window_s: number; hold_s: number }

/**
 * An office of people in front of the archive: how much slower they are answered while documents are sent at the
 * authority's full pace, how many calls a second are answered well for how long, and what becomes of ten times as many.
 */
export const playOffice = async (office: Office, { window_s, hold_s }: Lengths): Promise<Row[]> => {
  const work = async (per_second: number, seconds = window_s) => {
    const ended = await office.work({ per_second, seconds })
    const told = summaryOf(ended)
    // It takes half an hour, and somebody looks on.
    console.log(`${per_second.toFixed(0)} a second: ${ms(told)}; refused ${told.refused}, odd ${told.odd}`)
    return ended
  }
  await work(CALM_PER_SECOND)
  const idle = summaryOf(await work(CALM_PER_SECOND))
  await office.approve(Math.ceil(SENT_PER_SECOND * (hold_s + 12 * window_s)))
  office.startWorker()
  await untilSending(office)
  const sending = summaryOf(await work(CALM_PER_SECOND))

  const held = await highest(office, work, hold_s)
  const before_bytes = office.webBytes()
  const overloaded = summaryOf(await work(held.per_second * TIMES_TOO_MANY, window_s))
  const windows = await normalAgain(() => work(held.per_second))
  const grown_bytes = office.webBytes() - before_bytes
  const { people, pdfs } = await printMany(office, window_s)
  return [
    {
      name: 'p99 of people while documents are sent, against when nothing is',
      figure: `${ms(sending)} and ${ms(idle)} at ${CALM_PER_SECOND} calls/s`,
      ...{ ratio: idle.p99_ms / sending.p99_ms, goal: 0.5, floor: 0.1 },
    },
    {
      name: `calls a second with p99 within ${P99_MS_MAX} ms for ${hold_s} s`,
      figure: `${held.per_second.toFixed(0)} a second, ${ms(held)}; ${held.kinds}`,
      ...{ ratio: held.p99_ms > 0 ? P99_MS_MAX / held.p99_ms : 0, goal: 1, floor: 0.2 },
    },
    {
      name: 'sent meanwhile, against the authority’s pace',
      figure: `${held.sent_per_second.toFixed(1)} documents/s`,
      ...{ ratio: held.sent_per_second / SENT_PER_SECOND, goal: 0.94, floor: 0.2 },
    },
    {
      name: 'ten times as many calls: those that were admitted',
      figure:
        `${ms(overloaded)}; ${overloaded.answered} answered, ${overloaded.refused} told when to come again; ` +
        overloaded.kinds,
      ...{ ratio: OVERLOADED_P99_MS_MAX / overloaded.p99_ms, goal: 1, floor: 0.1 },
    },
    {
      name: 'of these, neither answered nor told when to come again',
      figure: `${overloaded.odd} (${overloaded.odd_statuses})`,
      ...{ ratio: overloaded.odd === 0 ? 1 : 0, goal: 1, floor: 0 },
    },
    {
      name: 'normal again',
      figure: `after ${windows} × ${window_s} s, memory ${(grown_bytes / 1024 / 1024).toFixed(0)} MB more`,
      ratio: windows <= NORMAL_AGAIN_WINDOWS && grown_bytes <= GROWTH_BYTES_MAX ? 1 : 0,
      ...{ goal: 1, floor: 0 },
    },
    {
      name: `p99 of people while ${PDFS} PDFs are ordered at once, against when nothing is done`,
      figure: `${ms(people)}; PDFs: ${pdfs.answered} made, ${pdfs.refused} told when to come again, ${pdfs.odd} else`,
      ...{ ratio: pdfs.odd === 0 ? idle.p99_ms / people.p99_ms : 0, goal: 0.5, floor: 0.05 },
    },
  ]
}

const printMany = async (office: Office, seconds: number) => {
  const ended = await office.work({ per_second: CALM_PER_SECOND, seconds, pdfs: PDFS })
  const [pdfs, people] = [true, false].map((is_pdf) =>
    summaryOf(ended.filter(({ kind }) => (kind === 'pdf') === is_pdf)),
  ) as [Summary, Summary] // as many as were mapped
  return { people, pdfs }
}

type Work = (per_second: number, seconds?: number) => Promise<Ended[]>

/** The highest rate that holds: looked for in windows, held for long, and lowered where it does not hold. */
const highest = async (office: Office, work: Work, hold_s: number) => {
  let per_second = FIRST_PER_SECOND
  while (isWell(summaryOf(await work(per_second * FASTER)))) per_second *= FASTER
  for (;;) {
    const since = new Date()
    const told = summaryOf(await work(per_second, hold_s))
    const seconds = (Date.now() - since.getTime()) / 1000
    const held = { ...told, per_second, sent_per_second: (await office.sentSince(since)) / seconds }
    if (isWell(told) || per_second < 1) return held
    per_second *= SLOWER
    // What was approved before has been sent by now.
    await office.approve(Math.ceil(SENT_PER_SECOND * hold_s))
  }
}

const untilSending = async (office: Office) => {
  const since = new Date()
  while ((await office.sentSince(since)) === 0) await office.work({ per_second: 1, seconds: 1 })
}

/** After how many windows people are answered well again; one more than are allowed where they are not. */
const normalAgain = async (work: () => Promise<Ended[]>): Promise<number> => {
  for (let window = 1; window <= NORMAL_AGAIN_WINDOWS; window++)
    if (isWell(summaryOf(await work()))) return window
  return NORMAL_AGAIN_WINDOWS + 1
}

type Summary = ReturnType<typeof summaryOf>

const isWell = ({ p99_ms, refused, odd }: Summary) => p99_ms <= P99_MS_MAX && refused === 0 && odd === 0

const summaryOf = (ended: readonly Ended[]) => {
  const answered = ended.filter(({ status }) => status === 200)
  const refused = ended.filter(({ status, tells_when }) => (status === 503 || status === 429) && tells_when)
  const odd = ended.filter((one) => !answered.includes(one) && !refused.includes(one))
  const kinds = Object.entries(Object.groupBy(answered, ({ kind }) => kind))
  return {
    ...{ answered: answered.length, refused: refused.length, odd: odd.length },
    odd_statuses: [...new Set(odd.map(({ status }) => status))].join(', ') || 'none',
    median_ms: percentile(answered, 0.5),
    p99_ms: percentile(answered, 0.99),
    kinds: kinds.map(([kind, calls = []]) => `${kind} ${percentile(calls, 0.99).toFixed(0)}`).join(', '),
  }
}

const percentile = (ended: readonly Ended[], share: number): number =>
  ended.map(({ ms }) => ms).toSorted((a, b) => a - b)[
    Math.min(ended.length - 1, Math.floor(ended.length * share))
  ] ?? 0

const ms = ({ median_ms, p99_ms }: Pick<Summary, 'median_ms' | 'p99_ms'>) =>
  `median ${median_ms.toFixed(0)} ms, p99 ${p99_ms.toFixed(0)} ms`
