/**
 * `npm run bench:price [-- DOCUMENTS]`: what each index, each counter and each foreign key costs of a document that is
 * stored, and of two steps of its life, in front of an archive of a hundred thousand documents unless told.
 * Rounds in turn, each in a transaction that drops the one, does the work and gives up.
 */
import { sql } from 'kysely'
import { connectTo, type Db, inTransaction, UNHURRIED } from '../server/src/platform/db/database.ts'
import { seeded } from '../server/test/simulation/random.ts'
import { openFilled } from './bench/scale/filled.ts'
import { time } from './bench/sending.ts'

const DOCUMENTS = 100_000
const AT_ONCE = 200
const ROUNDS = 25
const [wanted] = process.argv.slice(2).filter((word) => /^[0-9_]+$/.test(word))
const documents = wanted ? Number(wanted.replaceAll('_', '')) : DOCUMENTS

/** What can be left out, and how. */
type Part = { name: string; leave: string }

const partsOf = async (db: Db): Promise<Part[]> => {
  const { rows } = await sql<Part>`
    SELECT 'index ' || indexrelid::regclass AS name, 'DROP INDEX ' || indexrelid::regclass AS leave
    FROM pg_index WHERE indrelid IN ('documents'::regclass, 'document_orders'::regclass) AND NOT indisprimary
    UNION ALL
    SELECT 'trigger ' || tgname, 'ALTER TABLE documents DISABLE TRIGGER ' || quote_ident(tgname)
    FROM pg_trigger WHERE tgrelid = 'documents'::regclass AND NOT tgisinternal
    UNION ALL
    SELECT 'foreign key ' || conname, 'ALTER TABLE documents DROP CONSTRAINT ' || quote_ident(conname)
    FROM pg_constraint WHERE conrelid = 'documents'::regclass AND contype = 'f'
    ORDER BY 1`.execute(db)
  return rows
}

/** Copies of documents that are there, under other numbers, as an import stores them. */
const store = (db: Db) =>
  sql<{ id: string }>`
  INSERT INTO documents SELECT copy.* FROM (SELECT *, row_number() OVER () AS nr FROM source) AS source,
    LATERAL jsonb_populate_record(source.one, jsonb_build_object('id', gen_random_uuid(),
      'content', source.content::jsonb, 'invoice_number', 'P-KUL01' || pg_current_xact_id() || lpad(nr::text, 6, '0')))
    AS copy RETURNING id`.execute(db)

const approve = (db: Db) =>
  sql`
  UPDATE documents SET status = 'Approved', approved_hash = content_hash, approved_at = now(), modified_at = now()
  WHERE id = ANY(ARRAY(SELECT id FROM waiting))`.execute(db)

/** The last step of most, as the authority's answer is written down. */
const validate = (db: Db) =>
  sql`
  UPDATE documents SET status = 'Validated', validated_at = now(), modified_at = now()
  WHERE id = ANY(ARRAY(SELECT id FROM waiting))`.execute(db)

class GivenUp extends Error {}

const STEPS = ['store', 'approve', 'validate'] as const
/** The ms of each step. */
type Taken = Record<(typeof STEPS)[number], number>

const play = async (db: Db, leave?: string): Promise<Taken> => {
  let taken: Taken | undefined
  const work = inTransaction(db, async (tx) => {
    if (leave) await sql.raw(leave).execute(tx)
    taken = {
      store: await time(() => store(tx)),
      approve: await time(() => approve(tx)),
      validate: await time(() => validate(tx)),
    }
    throw new GivenUp()
  })
  await work.catch((error: unknown) => {
    if (!(error instanceof GivenUp)) throw error
  })
  if (!taken) throw new Error('Nothing was done.')
  return taken
}

const random = seeded(14)
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: random.below(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const medians = (taken: readonly Taken[]) => STEPS.map((step) => median(taken.map((one) => one[step])))

const print = (name: string, taken: readonly Taken[]) => {
  const figures = medians(taken).map((ms) => ((ms * 1000) / AT_ONCE).toFixed(1).padStart(9))
  console.log([name.padEnd(48), ...figures].join(' '))
}

const filled = await openFilled(documents)
const { db, close } = connectTo(filled.connection, { pool_max: 1, log: filled.log, ...UNHURRIED })
try {
  await sql`CREATE TEMPORARY TABLE source AS
    SELECT jsonb_populate_record(d, '{"status": "Pending Approval"}') AS one, d.content::text AS content
    FROM documents d ORDER BY id LIMIT ${AT_ONCE}`.execute(db)
  await sql`CREATE TEMPORARY TABLE waiting (id uuid)`.execute(db)
  const { rows } = await store(db)
  await sql`INSERT INTO waiting SELECT unnest(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  const whole: Taken[] = []
  const parts = (await partsOf(db)).map((part) => ({ ...part, saved: [] as Taken[] }))
  for (let round = 0; round < ROUNDS; round++) {
    // In another order each time: every so often an insertion tidies what those before it left.
    for (const { leave, saved } of shuffled(parts)) {
      const [all, less] = [await play(db), await play(db, leave)]
      whole.push(all)
      saved.push({
        store: all.store - less.store,
        approve: all.approve - less.approve,
        validate: all.validate - less.validate,
      })
    }
    // What was given up lies about until it is cleared away.
    await sql`VACUUM documents, document_orders`.execute(db)
  }
  console.log(`µs a document, of ${AT_ONCE} at once, in front of ${documents}: stored, approved, validated`)
  print('all of it', whole)
  const costs = ({ saved }: (typeof parts)[number]) => medians(saved).reduce((sum, ms) => sum + ms, 0)
  for (const part of parts.toSorted((one, other) => costs(other) - costs(one))) print(part.name, part.saved)
} finally {
  await close()
  await filled.close()
}
