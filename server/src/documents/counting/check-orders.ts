import { sql } from 'kysely'
import { BEFORE_ALL_IDS } from '../../platform/db/before-all-ids.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log/log.ts'
import { PARTIES } from './parties.ts'

/** Documents of one statement: a fraction of a second. */
const DOCUMENTS_AT_ONCE = 10_000
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const KEPT = [
  ...['sender_entity_id', 'store_code_id', 'supplier_name', 'buyer_name', 'buyer_id_no', 'invoice_type'],
  ...['invoice_number', 'contract_number', 'agent_number', 'total_payable_amount', 'source', 'invoice_date'],
  'created_at',
] as const

const listed = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((column) => sql.ref(table === undefined ? column : `${table}.${column}`)))

/**
 * Holds what lists are ordered by (`document_orders`) and whom and what searches find (`document_buyers`,
 * `document_agents`, `number_letters`) against the documents, a slice of them after the other, and puts right what
 * differs. That anything does is a fault of ours, and told as one.
 */
export const checkOrders = async ({ db, log }: { db: Db; log: Log }): Promise<void> => {
  const wrong = { documents: 0, parties: 0 }
  for (let after = BEFORE_ALL_IDS; after !== HIGHEST; ) {
    const to = await endOfSlice(db, after)
    const differing = await findDiffering(db, [after, to])
    if (differing.length > 0) wrong.documents += await inTransaction(db, (tx) => putRight(tx, differing))
    for (const party of PARTIES) wrong.parties += await addParties(db, party, [after, to])
    wrong.parties += await addLetters(db, [after, to])
    after = to
  }
  if (wrong.documents + wrong.parties > 0)
    log.error(wrong, 'lists would have shown documents wrongly; what they go by was put right')
}

/** Ids of documents, the first left out. */
type Slice = readonly [after: string, to: string]

const within = (column: string, [after, to]: Slice) =>
  sql`${sql.ref(column)} > ${after}::uuid AND ${sql.ref(column)} <= ${to}::uuid`

const endOfSlice = async (db: Db, after: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT id FROM documents WHERE id > ${after}::uuid
    ORDER BY id OFFSET ${DOCUMENTS_AT_ONCE - 1} LIMIT 1`.execute(db)
  return rows[0]?.id ?? HIGHEST
}

/** The ids of which one table has what the other has not. One statement, and so one moment. */
const findDiffering = async (db: Db, slice: Slice): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(d.id, o.document_id) AS id
    FROM (SELECT * FROM documents WHERE ${within('id', slice)}) AS d
      FULL JOIN (SELECT * FROM document_orders WHERE ${within('document_id', slice)}) AS o
        ON o.document_id = d.id
    WHERE (${listed(KEPT, 'd')}) IS DISTINCT FROM (${listed(KEPT, 'o')})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Answers how many were still wrong: the documents are held first, so that nobody edits one meanwhile. Written anew and
 * not changed, since a row never gets another company (deploy/citus).
 */
const putRight = async (tx: Tx, ids: readonly string[]): Promise<number> => {
  await sql`SELECT id FROM documents WHERE id = ANY(${ids}::uuid[])
    ORDER BY sender_entity_id, id FOR SHARE`.execute(tx)
  const gone = await sql<{ document_id: string }>`
    DELETE FROM document_orders AS o WHERE document_id = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM documents AS d WHERE d.id = o.document_id
        AND (${listed(KEPT, 'd')}) IS NOT DISTINCT FROM (${listed(KEPT, 'o')}))
    RETURNING document_id`.execute(tx)
  const put = await sql<{ document_id: string }>`
    INSERT INTO document_orders (document_id, ${listed(KEPT)})
    SELECT id, ${listed(KEPT)} FROM documents AS d WHERE id = ANY(${ids}::uuid[])
      AND NOT EXISTS (SELECT FROM document_orders AS known WHERE known.document_id = d.id)
    RETURNING document_id`.execute(tx)
  return new Set([...gone.rows, ...put.rows].map(({ document_id }) => document_id)).size
}

/** Writes down those of documents whom no search would find; answers how many. One twice does no harm. */
const addParties = async (
  db: Db,
  { table, texts, named }: (typeof PARTIES)[number],
  slice: Slice,
): Promise<number> => {
  const columns = ['sender_entity_id', 'store_code_id', ...texts]
  const { numAffectedRows } = await sql`
    INSERT INTO ${sql.table(table)} (${listed(columns)})
    SELECT DISTINCT ${listed(columns)} FROM documents AS d WHERE ${within('id', slice)} AND ${named}
      AND NOT EXISTS (SELECT FROM ${sql.table(table)} AS known
        WHERE known.left_at IS NULL AND (${listed(columns, 'known')}) = (${listed(columns, 'd')}))`.execute(
    db,
  )
  return Number(numAffectedRows)
}

const addLetters = async (db: Db, slice: Slice): Promise<number> => {
  const { numAffectedRows } = await sql`
    INSERT INTO number_letters (sender_entity_id, store_code_id, letter)
    SELECT DISTINCT sender_entity_id, store_code_id, letter
    FROM documents AS d, letters_of(invoice_number) AS letter WHERE ${within('id', slice)}
      AND NOT EXISTS (SELECT FROM number_letters AS known
        WHERE known.store_code_id = d.store_code_id AND known.letter = letter.letter)`.execute(db)
  return Number(numAffectedRows)
}
