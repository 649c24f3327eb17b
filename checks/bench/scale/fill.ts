import { sql } from 'kysely'
import { buildCustomer, buildDocument, buildSender } from '../../../domain/test/build.ts'
import type { Company } from '../../../server/src/demo/seed-company.ts'
import { foldChanges } from '../../../server/src/documents/counting/fold.job.ts'
import { columnsOf } from '../../../server/src/documents/life/save.ts'
import { createStore } from '../../../server/src/entities/records/create.ts'
import { type Db, inTransaction } from '../../../server/src/platform/db/database.ts'

const DEPARTMENTS = 20
const BUYERS = 5_000
/** As many documents for each. */
const DOCUMENTS_OF_CUSTOMER = 10
const DAYS = 1_095
const ROWS_AT_ONCE = 50_000
/** Many more than usual: here nobody waits. */
const FOLDED_AT_ONCE = 200_000

type Wanted = { company: Company; documents: number; now: Date }

/**
 * Three years of documents, the same for the same number: busy and quiet departments, few large buyers and many small
 * ones, nearly all of it settled, the last two days on their way.
 */
export const fillArchive = async (db: Db, wanted: Wanted): Promise<void> => {
  await addDepartments(db, wanted)
  await addCustomers(db, wanted)
  const indexes = await takeIndexes(db)
  for (let from = 1; from <= wanted.documents; from += ROWS_AT_ONCE)
    await addDocuments(db, wanted, [from, Math.min(from + ROWS_AT_ONCE - 1, wanted.documents)])
  for (const definition of indexes) await sql.raw(definition).execute(db)
  await foldChanges({ db }, FOLDED_AT_ONCE)
  await sql`VACUUM ANALYZE`.execute(db)
}

const addDepartments = async (db: Db, { company, now }: Wanted) => {
  const { kinabalu, selat } = company.entities
  await inTransaction(db, async (tx) => {
    for (let at = Object.keys(company.stores).length; at < DEPARTMENTS; at++) {
      const code = `DEP${String(at).padStart(2, '0')}`
      const sender_entity_id = at % 2 === 0 ? kinabalu : selat
      await createStore(tx, { sender_entity_id, code, name: code }, now)
    }
  })
}

/** A number from 0 to 1 that depends on the row and on what it is drawn for, and on nothing else. */
const draw = (what: number) =>
  sql`((hashint8extended(nr, ${sql.lit(what)}) & 2147483647) / 2147483648.0::float8)`

/** The nth buyer is met about 1/n as often as the first. */
const BUYER = sql`floor(power(${sql.lit(BUYERS)}::float8, ${draw(1)}))::int`

const nameOf = (
  buyer: ReturnType<typeof sql>,
) => sql`((ARRAY['Perniagaan', 'Syarikat', 'Kedai', 'Pembekal', 'Kilang',
  'Restoran', 'Bengkel', 'Klinik'])[${buyer} % 8 + 1] || ' ' || (ARRAY['Seri', 'Maju', 'Jaya', 'Bintang', 'Mutiara',
  'Harapan', 'Cahaya', 'Damai', 'Sentosa', 'Indah', 'Murni'])[${buyer} % 11 + 1] || ' ' || ${buyer} || ' Sdn Bhd')`

const addCustomers = async (db: Db, { company, documents, now }: Wanted) => {
  const customers = Math.ceil(documents / DOCUMENTS_OF_CUSTOMER)
  await sql`INSERT INTO customers (sender_entity_id, name, tin_no, identity_type, identity_number, created_at,
      modified_at)
    SELECT ${company.entities.kinabalu}::uuid, ${nameOf(sql`nr`)}, 'C' || 20000000000 + nr, 'BRN',
      (201900000000 + nr)::text, ${now}::timestamptz, ${now}::timestamptz
    FROM generate_series(1, ${customers}::int) AS nr`.execute(db)
}

/** Indexes are made at the end: that is several times as fast. Answers how. */
const takeIndexes = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string; definition: string }>`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index WHERE indrelid IN ('documents'::regclass, 'document_orders'::regclass) AND NOT indisprimary`.execute(
    db,
  )
  for (const { name } of rows) await sql`DROP INDEX ${sql.ref(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

const addDocuments = async (db: Db, { company, documents, now }: Wanted, [from, to]: [number, number]) => {
  const content = buildDocument({ sender: buildSender(), customer: buildCustomer() })
  const { content_hash } = columnsOf(content)
  await sql`
    WITH store AS (
      SELECT id, sender_entity_id, code, sum(weight) OVER (ORDER BY place) / sum(weight) OVER () AS until FROM (
        SELECT id, sender_entity_id, code, place, 1.0 / place AS weight FROM (
          SELECT *, row_number() OVER (ORDER BY code LIKE 'DEP%', code DESC) AS place FROM store_codes) AS placed
      ) AS weighed
    ), drawn AS (
      SELECT nr, ${BUYER} AS buyer, ${draw(2)} AS place, ${draw(3)} AS fate, ${draw(4)} AS kind, ${draw(5)} AS maker,
        ${draw(6)} AS amount, ${draw(7)} AS rest,
        ${now}::timestamptz - (1 - nr / ${documents}::float8) * ${DAYS} * interval '1 day' AS at
      FROM generate_series(${from}::bigint, ${to}::bigint) AS nr
    ), fated AS (
      SELECT *, CASE
          WHEN at > ${now}::timestamptz - interval '2 days' THEN CASE WHEN fate < 0.5 THEN 'Pending Approval'
            WHEN fate < 0.6 THEN 'Approved' WHEN fate < 0.7 THEN 'Submitted' WHEN fate < 0.72 THEN 'OnHold'
            WHEN fate < 0.73 THEN 'Outcome Unknown' ELSE 'Validated' END
          WHEN fate < 0.93 THEN 'Validated' WHEN fate < 0.95 THEN 'Invalid'
          WHEN fate < 0.955 THEN 'Submission Failed'
          WHEN fate < 0.985 THEN 'User Cancelled' ELSE 'Approval Rejected' END AS status,
        CASE WHEN kind < 0.85 THEN '01' WHEN kind < 0.91 THEN '02' WHEN kind < 0.93 THEN '03'
          WHEN kind < 0.95 THEN '04' ELSE '11' END AS type
      FROM drawn
    )
    INSERT INTO documents (sender_entity_id, store_code_id, sender_store_code, invoice_type, document_type, selfbilling,
      source, invoice_number, invoice_date, submit_by, invoice_currency, total_payable_amount, supplier_name,
      buyer_name, buyer_tin_no, buyer_id_no, buyer_email, agent_number, contract_number, content, content_hash, status,
      environment, authority_uuid, submission_uid, submitted_at, validated_at, created_by, created_by_name, created_at,
      modified_at)
    SELECT s.sender_entity_id, s.id, s.code, type, CASE WHEN type = '11' THEN 'SB' ELSE '' END, type = '11',
      CASE WHEN rest < 0.1 THEN 'UI' WHEN rest < 0.7 THEN 'CSV' ELSE 'ERP' END,
      'M-' || s.code || type || lpad(nr::text, 9, '0'), (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date - (rest * 3)::int,
      -- Its own day: none of it is consolidated.
      (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date - (rest * 3)::int, CASE WHEN kind < 0.9 THEN 'MYR' ELSE 'USD' END,
      round((power(10, 1 + 4 * amount))::numeric, 2),
      CASE WHEN type = '11' THEN ${nameOf(sql`buyer`)} ELSE e.name END,
      CASE WHEN type = '11' THEN e.name ELSE ${nameOf(sql`buyer`)} END,
      'C' || 20000000000 + buyer, (201900000000 + buyer)::text, 'akaun' || buyer || '@pelanggan.example',
      CASE WHEN rest < 0.3 THEN 'AG-' || (amount * 40)::int ELSE '' END,
      CASE WHEN amount < 0.5 THEN 'CT-' || (rest * 9000)::int ELSE '' END,
      jsonb_set(${JSON.stringify(content)}::jsonb, '{document_remarks}', to_jsonb(md5(nr::text))), ${content_hash},
      status, 'simulator',
      CASE WHEN sent THEN upper(substr(md5('u' || nr), 1, 26)) END,
      CASE WHEN sent THEN upper(substr(md5('s' || nr / 50), 1, 26)) END,
      CASE WHEN sent THEN at + interval '1 hour' END,
      CASE WHEN sent AND status <> 'Submitted' THEN at + interval '2 hours' END,
      CASE WHEN maker < 0.6 THEN ${company.users.aminah}::uuid ELSE ${company.users.ezra}::uuid END, 'Aminah Yusof',
      at, at
    FROM fated JOIN store AS s ON s.until = (SELECT min(until) FROM store WHERE until >= place)
      JOIN sender_entities AS e ON e.id = s.sender_entity_id,
      LATERAL (SELECT status IN ('Submitted', 'Validated', 'Invalid')
        OR (status = 'User Cancelled' AND rest < 0.8) AS sent)`.execute(db)
}
