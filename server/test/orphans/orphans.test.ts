import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { membersOf } from '../calls/members.ts'
import { judge } from '../crash/judge.ts'
import { until } from '../crash/stage.ts'
import { type Random, seeded } from '../simulation/random.ts'
import { createStage } from './stage.ts'
import { openWriters, type Writers } from './writers.ts'

/** `ORPHANS=all` plays all rounds (npm run test:orphans), `ORPHANS=n` so many; otherwise a sample. */
const ALL = 50
const SAMPLE = 2
const ROUNDS = process.env.ORPHANS === 'all' ? ALL : Number(process.env.ORPHANS ?? SAMPLE)
/** Between the end of a connection and that of the portal. */
const APART_MS_MIN = 20
const APART_MS_MAX = 200
/** Told to writers in each round before anything is killed. */
const WRITTEN_MIN = 10
const WRITE_MS_MAX = 180_000

/** Made outside of the test, so that what it starts ends with the file. */
const stage = await createStage()
const { portal, cluster } = stage

test('a connection of the database and then the portal are killed, and each start succeeds by itself', {
  timeout: 7_200_000,
}, async () => {
  const random = seeded(3)
  await portal.start()
  const writers = openWriters(stage.call)

  const starts_ms: number[] = []
  while (starts_ms.length < ROUNDS) starts_ms.push(await playRound(writers, random))
  await writers.close()
  expect(await portal.end('SIGTERM')).toBe(0)

  expect(membersOf(cluster)).toEqual([])
  const findings = await stage.withDatabase((db) => judge(db, writers.told(), []))
  console.log(figuresOf(starts_ms, writers))
  expect(findings).toEqual({ lost: [], doubled: [], failed: [] })
  expect(portal.output()).toContain(`The database lies outside of DATA_DIR, in ${stage.place}`)
})

/** Resolves with the ms that the start took. */
const playRound = async (writers: Writers, random: Random): Promise<number> => {
  const enough = writers.told().size + WRITTEN_MIN
  await until('Too few documents came', async () => writers.told().size >= enough, WRITE_MS_MAX)
  const backend = random.pick(membersOf(cluster).filter(({ title }) => title.startsWith('postgres: lulus ')))
  process.kill(backend.pid, 'SIGKILL')
  await sleep(APART_MS_MIN + random.below(APART_MS_MAX - APART_MS_MIN + 1))
  await portal.end('SIGKILL')
  return portal.start()
}

const figuresOf = (starts_ms: readonly number[], writers: Writers): string => {
  const times = starts_ms.toSorted((one, other) => one - other)
  const ended = readFileSync(stage.log_file, 'utf8').split('received immediate shutdown request').length - 1
  return [
    `${times.length} rounds; in ${ended} the server hung while stopping and was ended`,
    `the portal was ready after ${times[0]}/${times[Math.floor(times.length / 2)]}/${times.at(-1)} ms (min/median/max)`,
    `documents ${writers.told().size}; calls whose end nobody heard ${writers.unheard()}`,
  ].join('\n')
}
