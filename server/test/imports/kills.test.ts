import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Import } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { ImportReply, imports } from '#contract/imports.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { ENTITIES } from '../../src/demo/company.ts'
import { writeSetting } from '../../src/settings/write.ts'
import { openPrograms, ROLES, type Role } from '../crash/programs.ts'
import { addressOf } from '../database.ts'
import { csvOf, row } from '../files.ts'
import { type Random, seeded } from '../simulation/random.ts'
import { createWorld, UNREACHABLE } from '../world.ts'

/** `IMPORTS=all` plays all rounds (npm run test:imports), `IMPORTS=n` so many; otherwise a sample. */
const ALL = 100
const SAMPLE = 2
const ROUNDS = process.env.IMPORTS === 'all' ? ALL : Number(process.env.IMPORTS ?? SAMPLE)
const DOCUMENTS = 1_500
const LINES = 2
const WRONG = 7
/** A kill comes at any time of an import, from the upload on; some are aimed at what is stored. */
const KILL_MS_MAX = 3_000
const AIM_MS_MAX = 10_000
const DONE_MS_MAX = 120_000
const LOOK_AGAIN_MS = 50
/** Documents are stored within half a second. */
const AIM_AGAIN_MS = 2

const clock = { now: () => new Date(), advance: () => {} }
const world = await createWorld({ clock })
const devi = await world.callerOf('devi')
await writeSetting(world.db, { caller: devi, key: 'demo.history', value: 'done', now: new Date() })
const place = { database_url: addressOf(world.connection), simulator_url: UNREACHABLE, node_args: [] }
const programs = await openPrograms(place)
const headers = { authorization: `Api-Key ${world.key}` }

const today = new Date(Date.now() + 8 * HOUR_MS).toISOString().slice(0, 10)

/** Documents of one round, of which some are wrong. */
const fileOf = (round: number) => {
  const numbers = Array.from({ length: DOCUMENTS }, (_, at) => `KILL-${round}-${at}`)
  const lines = numbers.flatMap((number, at) =>
    Array.from({ length: LINES }, (_, line) =>
      row(number, {
        ...{ invoice_date: today, sender_entity_code: ENTITIES.kinabalu.entity_code },
        ...(at < WRONG && line === 0 && { unit_price: 'twelve' }),
      }),
    ),
  )
  return csvOf(lines)
}

/** Sends the file again and again until somebody says that it is taken, as programs do. */
const bring = async (content: string): Promise<string> => {
  const deadline = Date.now() + DONE_MS_MAX
  while (Date.now() < deadline) {
    const form = new FormData()
    form.set('file', new File([content], 'lines.csv'))
    const answer = await fetch(programs.url + imports.csv.path, {
      method: 'POST',
      headers,
      body: form,
    }).catch(() => undefined)
    if (answer?.status === 202) return ImportReply.parse(await answer.json()).import_id ?? ''
    if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`)
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error('The file was never taken.')
}

const untilDone = async (id: string): Promise<Import> => {
  const deadline = Date.now() + DONE_MS_MAX
  while (Date.now() < deadline) {
    const path = importSteps.read.path.replace(':id', id)
    const answer = await fetch(programs.url + path, { headers }).catch(() => undefined)
    const one = answer?.ok ? Import.parse(await answer.json()) : undefined
    if (one && ['done', 'failed', 'cancelled'].includes(one.state)) return one
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error('The import was never done.')
}

const VICTIMS: readonly (readonly Role[])[] = [['worker'], ['web', 'worker'], ['worker'], ['web']]

/** Uploads a file, kills at a random instant of its import, starts anew, and waits for the end. */
const playRound = async (round: number, random: Random) => {
  const brought = bring(fileOf(round))
  await untilWorthKilling(round, random)
  const victims = VICTIMS[round % VICTIMS.length] ?? []
  await Promise.all(victims.map((role) => programs.kill(role)))
  const half = await storedOf(round)
  for (const role of victims) programs.start(role)
  return { half, done: await untilDone(await brought) }
}

const untilWorthKilling = async (round: number, random: Random) => {
  if (random.chance(0.5)) return sleep(random.below(KILL_MS_MAX))
  const wanted = 1 + random.below(DOCUMENTS - WRONG - 1)
  const until_ms = Date.now() + AIM_MS_MAX
  while (Date.now() < until_ms && (await countedIn(round)) < wanted) await sleep(AIM_AGAIN_MS)
}

/** How many documents the import of this round says that it has stored; one is made in each. */
const countedIn = async (round: number): Promise<number> => {
  const { rows } = await sql<{ stored: number }>`
    SELECT stored FROM imports ORDER BY created_at LIMIT 1 OFFSET ${round}`.execute(world.db)
  return rows[0]?.stored ?? 0
}

type Stored = { documents: number; numbers: number; history: number; originals: number }

const storedOf = async (round: number): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    SELECT count(*)::integer AS documents, count(DISTINCT d.invoice_number)::integer AS numbers,
      (SELECT count(*)::integer FROM document_history h JOIN documents x ON x.id = h.document_id
        WHERE x.invoice_number LIKE ${`KILL-${round}-%`}) AS history,
      (SELECT count(*)::integer FROM document_originals o JOIN documents x ON x.id = o.document_id
        WHERE x.invoice_number LIKE ${`KILL-${round}-%`}) AS originals
    FROM documents d WHERE d.invoice_number LIKE ${`KILL-${round}-%`}`.execute(world.db)
  return rows[0] ?? { documents: 0, numbers: 0, history: 0, originals: 0 }
}

/** How many rows each document was counted with, and of which documents rows are kept. */
const rowsOf = async (id: string) => {
  const { rows } = await sql<{ state: string; documents: number; counted: number[]; kept: number }>`
    SELECT d.state, count(*)::integer AS documents, array_agg(DISTINCT d.rows) AS counted,
      (SELECT count(*)::integer FROM import_rows r JOIN import_documents o USING (import_id, document)
        WHERE import_id = ${id} AND o.state = d.state) AS kept
    FROM import_documents d WHERE d.import_id = ${id} GROUP BY d.state ORDER BY d.state`.execute(world.db)
  return rows
}

test('web and worker are killed in the middle of imports, and each row counts exactly once', {
  timeout: 14_400_000,
}, async () => {
  const random = seeded(11)
  for (const role of ROLES) programs.start(role)
  await programs.untilHealthy()
  let in_the_middle = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { half, done } = await playRound(round, random)
    const good = DOCUMENTS - WRONG
    expect(done).toMatchObject({
      ...{ state: 'done', rows_in_file: DOCUMENTS * LINES },
      counts: {
        ...{ rows: DOCUMENTS * LINES, rows_bad: WRONG, documents: DOCUMENTS, stored: good, bad: WRONG },
        ...{ pending: 0, good: 0, dropped: 0, already: 0 },
      },
    })
    expect(await storedOf(round)).toEqual({ documents: good, numbers: good, history: good, originals: good })
    expect(await rowsOf(done.id)).toEqual([
      { state: 'bad', documents: WRONG, counted: [LINES], kept: WRONG * LINES },
      { state: 'stored', documents: good, counted: [LINES], kept: 0 },
    ])
    if (half.documents > 0 && half.documents < good) in_the_middle += 1
  }
  for (const role of ROLES) programs.demandAlive(role)
  console.log(`${ROUNDS} imports killed, ${in_the_middle} of them between their first and last document`)
  // Half of the kills are aimed there.
  if (ROUNDS >= ALL) expect(in_the_middle).toBeGreaterThan(ROUNDS / 4)
})
