import { expect, test } from 'vitest'
import { seeded } from '../simulation/random.ts'
import { addEvents, anchorNow, anchorsOf, chainedWorld, undone, verdictOf } from './chained-world.ts'
import { rewritten, TAMPERS } from './tamper.ts'

/** `TRIALS=all` plays a thousand (npm run test:chain), otherwise a sample; each has a seed of its own. */
const TRIALS = process.env.TRIALS === 'all' ? 1_001 : 70
const EACH = TRIALS / Object.keys(TAMPERS).length

const world = await chainedWorld()
const { kinabalu } = world.company.entities
const chains = [null, kinabalu, '99999999-9999-4999-8999-999999999999']

test('a world that nobody touched is intact', async () => {
  const verdict = await undone(world, async (tx) => {
    for (let seed = 1; seed <= 5; seed++) await addEvents(tx, seeded(seed), chains)
    return verdictOf(tx, anchorsOf(await anchorNow(tx)))
  })
  expect(verdict).toMatchObject({ intact: true, first_problem: null, checked: { anchors: 1 } })
  expect(verdict.checked.records).toBeGreaterThan(30)
})

test.each(Object.entries(TAMPERS))(
  '%s: found, and named',
  async (_, tamper) => {
    for (let trial = 1; trial <= EACH; trial++) {
      const random = seeded(trial)
      const { verdict, wanted } = await undone(world, async (tx) => {
        await addEvents(tx, random, chains)
        const anchors = anchorsOf(await anchorNow(tx))
        const wanted = await tamper(tx, random)
        return { wanted, verdict: await verdictOf(tx, anchors) }
      })
      expect(verdict, `seed ${trial}`).toMatchObject({ intact: false, first_problem: wanted })
    }
  },
  600_000,
)

test('only an anchor knows of a rewriting', async () => {
  const verdict = await undone(world, async (tx) => {
    await rewritten(tx, seeded(1))
    return verdictOf(tx, anchorsOf())
  })
  expect(verdict).toMatchObject({ intact: true, checked: { anchors: 0 } })
})
