import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'
import { ofTurn } from '../../../e2e/turn.ts'
import { GUARDS } from './guards.ts'
import { type Played, play } from './play.ts'
import { createStage } from './stage.ts'

/**
 * The engine on the real database under a simulated clock, network and scheduler. `SEED=n` replays one seed and
 * prints what happened; `SEEDS=n` plays so many, else as many of the usual number as fit into a quarter of a minute.
 */
const ONLY = process.env.SEED === undefined ? undefined : Number(process.env.SEED)
const SEEDS_MAX = Number(process.env.SEEDS ?? 2_000)
const BUDGET_MS = process.env.SEEDS === undefined ? 15_000 : Number.POSITIVE_INFINITY
/** On a slow or loaded machine the budget ends early, but not before this. */
const SEEDS_MIN = 500
/** Seeds with one guard switched off until the simulation must have noticed. */
const SEEDS_TO_NOTICE = 400

/** Several databases keep both the database and this process busy. */
const stages = [await createStage(), await createStage(), await createStage()]
/** What comes of each missing guard. */
const NOTICED = {
  intent: /doubled|never ends/,
  'unique index': /doubled/,
  lease: /called lost while its sender lived/,
  horizon: /doubled/,
}
const bare = await Promise.all(
  ofTurn(GUARDS).map(async (guard) => ({
    guard,
    stage: await createStage({ without: guard, stale: guard === 'unique index' }),
  })),
)
const stale = await createStage({ stale: true })

const tell = ({ seed, findings, trace }: Played) =>
  `Seed ${seed} (replay: SEED=${seed}):\n${findings.join('\n')}\n\n${trace.slice(-80).join('\n')}`

const storms = () => {
  const played: Played[] = []

  test('no document is lost, doubled or shown as failed', { timeout: HOUR_MS }, async () => {
    const start_ms = performance.now()
    const spent_ms = () => performance.now() - start_ms
    let seed = 0
    const isOver = () =>
      seed >= SEEDS_MAX || (spent_ms() > BUDGET_MS && seed >= SEEDS_MIN) || played.some(isBad)
    await Promise.all(
      stages.map(async (stage) => {
        while (!isOver()) played.push(await play(stage, ++seed))
      }),
    )
    console.log(`simulated ${played.length} seeds in ${(spent_ms() / 1_000).toFixed(1)} s`)
    expect(played.filter(isBad).map(tell).join('\n\n')).toBe('')
  })

  test('the storms were worth the name', () => {
    const documents = played.flatMap((one) => one.statuses)
    const share = (status: string) => documents.filter((one) => one === status).length / documents.length
    expect(share('Validated')).toBeGreaterThan(0.4)
    expect(share('Invalid')).toBeGreaterThan(0.05)
    expect(share('Submission Failed')).toBeGreaterThan(0.05)
    expect(share('Outcome Unknown')).toBeGreaterThan(0.005)
    const storms = (when: (one: Played) => boolean) => played.filter(when).length / played.length
    expect(storms((one) => one.overlaps > 0)).toBeGreaterThan(0.3)
    expect(storms((one) => one.resends > 0)).toBeGreaterThan(0.15)
    expect(storms((one) => one.second_copies > 0)).toBeGreaterThan(0.01)
  })

  test('a seed played again is the same run', async () => {
    const [stage = stale] = stages
    for (const seed of [3, 33]) {
      expect((await play(stage, seed)).trace).toEqual((await play(stage, seed)).trace)
    }
  })
}

const guards = () => {
  test.concurrent.each(bare)('that there is no $guard', { timeout: 300_000 }, async ({ guard, stage }) => {
    const bent = guard === 'horizon' ? { oldest_ms: 30 * MINUTE_MS } : {}
    for (let seed = 1; seed <= SEEDS_TO_NOTICE; seed++) {
      if ((await play(stage, seed, bent)).findings.some((finding) => NOTICED[guard].test(finding))) return
    }
    expect.fail(`${SEEDS_TO_NOTICE} seeds went by and nothing was noticed.`)
  })

  test.concurrent('old snapshots alone double nothing while there is the unique index', {
    timeout: 300_000,
  }, async () => {
    for (let seed = 1; seed <= 100; seed++) {
      expect((await play(stale, seed)).findings.join()).not.toMatch(/doubled/)
    }
  })
}

const replay = () =>
  test('the seed asked for', { timeout: 60_000 }, async () => {
    const [stage = stale] = stages
    const one = await play(stage, ONLY ?? 0)
    console.log(one.trace.join('\n'))
    expect(one.findings).toEqual([])
  })

if (ONLY === undefined) {
  describe('whatever happens', storms)
  describe('the simulation notices', guards)
} else replay()

const isBad = (one: Played) => one.findings.length > 0
