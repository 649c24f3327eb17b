import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { on } from '../../src/documents/store/tables.ts'
import { seeded } from '../simulation/random.ts'
import { shapeOfTurn } from '../simulator.ts'
import { openClients } from './clients.ts'
import { figuresOf } from './figures.ts'
import { judge } from './judge.ts'
import { ROLES } from './programs.ts'
import { IN_FLIGHT_MAX, IN_FLIGHT_MIN, playRound, type Round } from './round.ts'
import { createStage, type Stage } from './stage.ts'

/** `KILLS=all` plays all rounds (npm run test:kills), `KILLS=n` so many; otherwise a sample. */
const ALL = 200
const SAMPLE = 6
const ROUNDS = process.env.KILLS === 'all' ? ALL : Number(process.env.KILLS ?? SAMPLE)
const RESUME_MS_MAX = 60_000

/** Made outside of the test, so that what it starts ends with the file. */
const stage = await createStage()

test('web and worker are killed again and again, and every document counts once', {
  timeout: HOUR_MS,
}, async () => {
  const random = seeded(1)
  for (const role of ROLES) stage.programs.start(role)
  await stage.programs.untilHealthy()
  const clients = await openClients(stage.world, stage.programs.url, seeded(2))

  const rounds: Round[] = []
  while (rounds.length < ROUNDS) {
    await stage.setShape(shapeOfTurn(rounds.length))
    rounds.push(await playRound(stage, clients, random))
  }
  const calm_ms = Date.now()
  await clients.done()
  await stage.untilSettled()
  const settled_ms = Date.now() - calm_ms
  for (const role of ROLES) stage.programs.demandAlive(role)

  const ledger = await stage.ledger()
  const findings = await judge(stage.world.db, clients.told, ledger)
  const told = [...clients.told.values()]
  const unheard = await countUnheard(stage)
  const figures = figuresOf({
    rounds,
    findings,
    cut: clients.cut,
    documents: told.length,
    approved: told.filter((one) => one.approved).length,
    unheard,
    duplicates: ledger.filter((copy) => copy.status === 'Invalid').length,
    settled_ms,
  })
  console.log(figures)
  expect(findings).toEqual({ lost: [], doubled: [], failed: [] })
  // In so many rounds some kills hit every kind of call.
  const { turned_away, ...cut } = clients.cut
  if (ROUNDS >= ALL) expect(Math.min(unheard.submissions, ...Object.values(cut))).toBeGreaterThan(0)
  expect(turned_away).toBe(0)
  for (const { in_flight, resumed } of rounds) {
    expect(in_flight).toBeGreaterThanOrEqual(IN_FLIGHT_MIN)
    expect(in_flight).toBeLessThanOrEqual(IN_FLIGHT_MAX)
    for (const { from_kill_ms } of resumed) expect(from_kill_ms).toBeLessThan(RESUME_MS_MAX)
  }
})

/** Of the submissions on their way when a worker died, and their documents. */
const countUnheard = async ({ world }: Stage) => {
  const lost = await on(world.db)
    .selectFrom('attempts')
    .innerJoin('submissions', 'submissions.id', 'attempts.submission_id')
    .where('submissions.state', '=', 'unclear')
    .select('submission_id')
    .execute()
  return { submissions: new Set(lost.map((one) => one.submission_id)).size, documents: lost.length }
}
