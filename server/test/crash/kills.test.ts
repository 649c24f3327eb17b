import { expect, test } from 'vitest'
import { on } from '../../src/documents/tables.ts'
import { seeded } from '../simulation/random.ts'
import { openClients } from './clients.ts'
import { figuresOf } from './figures.ts'
import { judge } from './judge.ts'
import { ROLES } from './programs.ts'
import { playRound, type Round } from './round.ts'
import { createStage, type Stage, until } from './stage.ts'

/** `KILLS=all` plays all rounds (npm run test:kills), `KILLS=n` so many; otherwise a sample. */
const ALL = 200
const SAMPLE = 8
const ROUNDS = process.env.KILLS === 'all' ? ALL : Number(process.env.KILLS ?? SAMPLE)
const SETTLE_MS_MAX = 180_000
const RESUME_MS_MAX = 60_000

test('web and worker are killed again and again, and every document counts once', {
  timeout: 3_600_000,
}, async () => {
  const random = seeded(ROUNDS)
  const stage = await createStage()
  for (const role of ROLES) stage.programs.start(role)
  await stage.programs.untilHealthy()
  const clients = await openClients(stage.world, stage.programs.url, random)

  const rounds: Round[] = []
  while (rounds.length < ROUNDS) rounds.push(await playRound(stage, clients, random))
  const calm_ms = Date.now()
  await clients.done()
  await until('Documents are still on their way', async () => (await stage.inFlight()) === 0, SETTLE_MS_MAX)
  const settled_ms = Date.now() - calm_ms

  const ledger = await stage.ledger()
  const findings = await judge(stage.world.db, clients.told, ledger)
  const told = [...clients.told.values()]
  const figures = figuresOf({
    rounds,
    findings,
    cut: clients.cut,
    documents: told.length,
    approved: told.filter((one) => one.approved).length,
    unknown: await countUnknown(stage),
    duplicates: ledger.filter((copy) => copy.status === 'Invalid').length,
    settled_ms,
  })
  console.log(figures)
  expect(findings).toEqual({ lost: [], doubled: [], failed: [] })
  for (const { in_flight, resumed } of rounds) {
    expect(in_flight).toBeGreaterThanOrEqual(20)
    expect(in_flight).toBeLessThanOrEqual(100)
    for (const { from_kill_ms } of resumed) expect(from_kill_ms).toBeLessThan(RESUME_MS_MAX)
  }
})

const countUnknown = async ({ world }: Stage): Promise<number> => {
  const rows = await on(world.db)
    .selectFrom('document_history')
    .where('event', '=', 'lose_answer')
    .select('document_id')
    .execute()
  return rows.length
}
