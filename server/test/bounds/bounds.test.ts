import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { createStage } from '../crash/stage.ts'
import { type Call, everyCall } from './cases.ts'
import { type Play, type Played, play } from './play.ts'

/**
 * `BOUNDS=all` plays every call, once and eight times at once (npm run test:bounds), `CALL=intake.submit` those whose
 * names begin with the text; otherwise a sample.
 */
const ALL = process.env.BOUNDS === 'all'
const ONLY = process.env.CALL
const AT_ONCE = 8
const SAMPLE: readonly [name: string, at_once: number][] = [
  ['intake.submit: usual around none in permitted lists, each filled', 1],
  ['intake.submit: wrong around wrong in permitted lists, first filled', 1],
  ['intake.submit: usual around none in endless lists, each filled', AT_ONCE],
  ['intake.submit: names to be escaped in a field', AT_ONCE],
  ['intake.preview: a document of the most lines', 1],
  ['templates.save: nested objects in a field', AT_ONCE],
]

const WARMING = [
  { call: 'intake.submit: documents of the most lines', status: 200, times: 1 },
  { call: 'intake.preview: a document of the most letters', status: 200, times: 1 },
  { call: 'intake.preview: wrong around wrong in permitted lists', status: 400, times: 8 },
] as const

const TIMES_MAX = 3

const HEAP_MB = 512
/** Little room for what is soon forgotten, so that the memory that is seen is what a call holds. */
const YOUNG_MB = 8
const ANSWER_BYTES_MAX = 1_000_000
/** A PDF of a document of 300 KB. */
const FILE_BYTES_MAX = 2_000_000
const RSS_BYTES_MORE_MAX = 100_000_000
/** Of eight calls, most of it what is soon forgotten. */
const RSS_BYTES_MORE_AT_ONCE_MAX = 200_000_000
/** The health check needs two rounds of the event loop, one for its question to the database and one for the answer. */
const BLOCKED_MS_MAX = 250 / 2
/** Eight bodies may arrive in the same round. */
const BLOCKED_AT_ONCE_MS_MAX = 200

const PROBE = new URL('./probe.ts', import.meta.url).href
const stage = await createStage({
  node_args: [
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${YOUNG_MB}`,
    '--expose-gc',
    '--import',
    PROBE,
  ],
})

test('no call that the contract permits stalls or fills the server, once or eight times at once', {
  timeout: HOUR_MS,
}, async () => {
  stage.programs.start('web')
  await stage.programs.untilHealthy()
  const calls = await everyCall(stage)
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(SAMPLE.map(([name]) => name)))
  const chosen = calls.flatMap((call) => timesOf(call.name).map((at_once) => ({ ...call, at_once })))

  await warmUp(calls)
  const findings: string[] = []
  for (const one of chosen) findings.push(...(await findingsOfAll(one)))
  stage.programs.demandAlive('web')
  expect(findings.join('\n')).toBe('')
})

/** What is found each time: a fault is, a moment at which the machine had no time for this program is not. */
const findingsOfAll = async (one: Play): Promise<string[]> => {
  let findings: string[] = []
  for (let time = 0; time < TIMES_MAX; time += 1) {
    const played = await play(stage, one)
    if (ALL || ONLY !== undefined) console.log(inWords(played))
    findings = findingsOf(played).map((why) => `${why}: ${inWords(played)}`)
    if (findings.length === 0) break
  }
  return findings
}

/** How many at once this call is played, each time anew. */
const timesOf = (call: string): number[] => {
  const played = ONLY === undefined ? ALL : call.startsWith(ONLY)
  if (played) return [1, AT_ONCE]
  return ONLY === undefined ? SAMPLE.filter(([name]) => name === call).map(([, at_once]) => at_once) : []
}

/**
 * What a process takes once in its life is no part of what the worst calls take: room for what is soon forgotten, the
 * typesetter with the largest document there is, and the compiling of what judges a document in which all is wrong.
 */
const warmUp = async (calls: readonly Call[]) => {
  for (const { call: name, status, times } of WARMING) {
    const call = calls.find((one) => one.name.startsWith(name))
    if (!call) throw new Error(`There is no call ${name}.`)
    for (let time = 0; time < times; time += 1)
      expect((await play(stage, { ...call, at_once: 1 })).statuses).toEqual([status])
  }
}

const findingsOf = (played: Played): string[] => {
  const rss_bytes_max = played.at_once > 1 ? RSS_BYTES_MORE_AT_ONCE_MAX : RSS_BYTES_MORE_MAX
  const blocked_ms_max = played.at_once > 1 ? BLOCKED_AT_ONCE_MS_MAX : BLOCKED_MS_MAX
  const answer_bytes_max = played.is_file ? FILE_BYTES_MAX : ANSWER_BYTES_MAX
  const faulty = played.statuses.filter((status) => status >= 500 && status !== 503)
  return [
    ...(faulty.length > 0 ? ['a fault'] : []),
    ...(played.answer_bytes_max > answer_bytes_max ? ['a long answer'] : []),
    ...(played.rss_bytes_more > rss_bytes_max ? ['much memory'] : []),
    ...(played.blocked_ms_max > blocked_ms_max ? ['a stalled server'] : []),
    ...(played.health.statuses.some((status) => status !== 200) ? ['an unhealthy server'] : []),
  ]
}

const inWords = ({ name, at_once, statuses, health, ...cost }: Played) => {
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  return (
    `${name}, ${at_once} at once: ${statuses.join('/')}, answer ${mb(cost.answer_bytes_max)}, ` +
    `memory +${mb(cost.rss_bytes_more)}, blocked ${Math.round(cost.blocked_ms_max)} ms ` +
    `of ${Math.round(cost.cpu_ms)} ms CPU, healthz ${health.statuses.join('/')} in ${Math.round(health.ms_max)} ms`
  )
}
