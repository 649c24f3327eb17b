/**
 * `npm run bench:size [-- DOCUMENTS…]`: how many bytes a document takes, by table and index. Of documents that go their
 * whole way; or, with numbers, of archives of so many: what each grows by from the one before, and what of it people
 * look at.
 */
import { sql } from 'kysely'
import { foldChanges } from '../server/src/documents/counting/fold.job.ts'
import type { Db } from '../server/src/platform/db/database.ts'
import { addressOf } from '../server/test/client.ts'
import { openStage } from './bench/pipeline-stage.ts'
import { type Archive, openArchive } from './bench/scale/archive.ts'
import { callsOf } from './bench/scale/calls.ts'
import { openFilled } from './bench/scale/filled.ts'
import { liveThrough } from './bench/scale/lives.ts'
import { grownBy, indexSizesOf, type Size, sizesOf, writtenSoFar } from './bench/scale/sizes.ts'

const LIVES = 500
const LINES = [1, 10]
const MEGABYTE = 1024 ** 2

const line = (name: string, ...figures: number[]) =>
  console.log([name.padEnd(44), ...figures.map((figure) => String(Math.round(figure)).padStart(9))].join(' '))

const printSizes = (sizes: readonly Size[]) => {
  const total = (pick: (size: Size) => number) => sizes.reduce((sum, size) => sum + pick(size), 0)
  for (const { name, rows, indexes } of sizes) line(name, rows, indexes, rows + indexes)
  line(
    'all',
    total(({ rows }) => rows),
    total(({ indexes }) => indexes),
    total(({ rows, indexes }) => rows + indexes),
  )
}

const settled = async (db: Db, vacuum: 'VACUUM' | 'VACUUM FULL') => {
  await foldChanges({ db })
  await sql.raw(vacuum).execute(db)
  return sizesOf(db)
}

const printLives = async (lines: number) => {
  const stage = await openStage({ durable: true })
  try {
    await liveThrough(stage, { count: 10, lines: lines + 1 })
    const packed = await settled(stage.db, 'VACUUM FULL')
    // What PostgreSQL keeps beside each table is there then.
    const before = await settled(stage.db, 'VACUUM')
    await sql`CHECKPOINT`.execute(stage.db)
    const start = await writtenSoFar(stage.db)
    await liveThrough(stage, { count: LIVES, lines })
    const end = await writtenSoFar(stage.db)
    console.log(`\n${LIVES} documents of ${lines} lines, created, approved, sent and valid; bytes for each`)
    console.log('as it grew: rows, indexes, together')
    printSizes(grownBy(before, await settled(stage.db, 'VACUUM'), LIVES))
    console.log('packed (VACUUM FULL)')
    printSizes(grownBy(packed, await settled(stage.db, 'VACUUM FULL'), LIVES))
    line(
      'log of the database (WAL), whole pages in it',
      (end.bytes - start.bytes) / LIVES,
      (end.pages - start.pages) / LIVES,
    )
  } finally {
    await stage.close()
  }
}

type Measured = { documents: number; sizes: Size[]; indexes: { name: string; bytes: number }[] }

const printArchives = async (archives: readonly number[]) => {
  let before: Measured | undefined
  for (const documents of archives) {
    const archive = await openArchive(await openFilled(documents))
    try {
      const now = {
        documents,
        sizes: await sizesOf(archive.db),
        indexes: await indexSizesOf(archive.db),
      }
      const counters = await rowsOf(archive.db)
      console.log(`\n${documents} documents of three years in twenty departments; rows of counters`)
      for (const [name, rows] of counters) line(name, rows)
      if (before) printGrowth(before, now)
      before = now
      await printLookedAt(archive, documents)
    } finally {
      await archive.close()
    }
  }
}

const printGrowth = (small: Measured, large: Measured) => {
  const more = large.documents - small.documents
  console.log(
    `\nbytes for each document from ${small.documents} to ${large.documents}: rows, indexes, together`,
  )
  printSizes(grownBy(small.sizes, large.sizes, more))
  console.log('\nthe same by index')
  for (const { name, bytes } of large.indexes.toSorted((a, b) => b.bytes - a.bytes)) {
    const then = small.indexes.find((index) => index.name === name)?.bytes ?? 0
    if (bytes - then >= more) line(name, (bytes - then) / more)
  }
}

const COUNTERS = ['document_counts', 'buyer_counts', 'document_buyers', 'document_agents', 'number_letters']

const rowsOf = (db: Db) =>
  Promise.all(
    COUNTERS.map(async (name): Promise<[string, number]> => {
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(name)}`.execute(db)
      return [name, rows[0]?.n ?? 0]
    }),
  )

/** How much of the database is touched by what people look at most, and by every list in every order. */
const printLookedAt = async ({ db, url, signIn }: Archive, documents: number) => {
  const { headers } = await signIn('devi')
  const often = /first page|page 20$|tab |pending|previous|customers|dashboard/
  const calls = callsOf(documents)
  await sql`CREATE EXTENSION IF NOT EXISTS pg_buffercache`.execute(db)
  console.log('\nmegabytes of pages that are read')
  for (const [name, wanted] of [
    ['what people look at most', calls.filter((call) => often.test(call.name))],
    ['every list in every order', calls],
  ] as const) {
    await sql`CHECKPOINT`.execute(db)
    await sql`SELECT pg_buffercache_evict_all()`.execute(db)
    for (const { endpoint, query } of wanted) {
      const answer = await fetch(url + addressOf(endpoint, { query }), { headers })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    }
    const { rows } = await sql<{ mb: number }>`
      SELECT count(*) * 8192.0 / ${MEGABYTE} AS mb FROM pg_buffercache b
      WHERE reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
    line(name, Number(rows[0]?.mb ?? 0))
  }
  const { rows } = await sql<{ mb: number }>`
    SELECT pg_database_size(current_database()) / ${MEGABYTE}::float8 AS mb`.execute(db)
  line('of the whole database', rows[0]?.mb ?? 0)
}

const archives = process.argv
  .slice(2)
  .map((word) => Number(word.replaceAll('_', '')))
  .filter((documents) => documents > 0)
if (archives.length > 0) await printArchives(archives)
else for (const lines of LINES) await printLives(lines)
