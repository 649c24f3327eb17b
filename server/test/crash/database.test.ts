import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openOwnServer } from '../own-server.ts'
import { seeded } from '../simulation/random.ts'
import { shapeOfTurn } from '../simulator.ts'
import { openClients } from './clients.ts'
import { type DatabaseRound, playDatabaseRound, TROUBLE_NAMES, untilBothWork } from './database-round.ts'
import { judge } from './judge.ts'
import { ROLES } from './programs.ts'
import { createStage, until } from './stage.ts'

/** `KILLS=all` plays all rounds (npm run test:kills), `KILLS=n` so many; otherwise each trouble once. */
const ALL = 200
const ROUNDS = process.env.KILLS === 'all' ? ALL : Number(process.env.KILLS ?? TROUBLE_NAMES.length)
const FREEZE_MS = process.env.KILLS ? 30_000 : 15_000

/** Made outside of the test, so that what it starts ends with the file. */
const server = await openOwnServer()
const stage = await createStage({ database: server.database })

test('the database is troubled again and again, the portal never ends, and every document counts once', {
  timeout: 7_200_000,
}, async () => {
  const random = seeded(5)
  for (const role of ROLES) stage.programs.start(role)
  await stage.programs.untilHealthy()
  // Whoever is answered anything but success, "later" or nothing at all fails this test.
  const clients = await openClients(stage.world, stage.programs.url, seeded(6))

  const rounds: DatabaseRound[] = []
  while (rounds.length < ROUNDS) {
    const each_once = TROUBLE_NAMES[rounds.length]
    await stage.setShape(shapeOfTurn(rounds.length))
    rounds.push(await playDatabaseRound({ stage, clients, server }, random, each_once))
  }
  const frozen_ms = await freeze(clients)
  await clients.done()
  await stage.untilSettled()
  for (const role of ROLES) stage.programs.demandAlive(role)

  const findings = await judge(server.database.db, clients.told, await stage.ledger())
  console.log(figuresOf(rounds, frozen_ms, clients))
  expect(findings).toEqual({ lost: [], doubled: [], failed: [] })
  expect(clients.cut.turned_away).toBeGreaterThan(0)
})

/** The server stands still under load, as a machine does that swaps or whose disk hangs. */
const freeze = async (clients: Awaited<ReturnType<typeof openClients>>): Promise<number> => {
  clients.bring(60)
  await until('Nothing is on its way', async () => (await stage.inFlight()) > 0)
  server.freeze()
  await sleep(FREEZE_MS)
  for (const role of ROLES) stage.programs.demandAlive(role)
  server.thaw()
  return untilBothWork(stage, clients)
}

const figuresOf = (
  rounds: readonly DatabaseRound[],
  frozen_ms: number,
  { told, cut }: Awaited<ReturnType<typeof openClients>>,
): string => {
  const lines = TROUBLE_NAMES.map((name) => {
    const times = rounds.filter(({ trouble }) => trouble === name).map(({ resumed_ms }) => resumed_ms)
    const sorted = times.toSorted((one, other) => one - other)
    const spread = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join('/')
    return `${name}: ${times.length} rounds, both at work again after ${spread} ms (min/median/max)`
  })
  return [
    ...lines,
    `frozen for ${FREEZE_MS} ms: both at work again after ${frozen_ms} ms`,
    `documents ${told.size}; calls cut off ${cut.creations + cut.approvals}`,
    `told to come again ${cut.turned_away}, 500 0`,
  ].join('\n')
}
