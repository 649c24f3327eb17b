import { sql } from 'kysely'
import type { z } from 'zod'
import type { Import } from '#contract/imports/shapes.ts'
import type { importSteps } from '#contract/imports/steps.ts'
import { invalidFields } from '#domain/problems.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { type HeldImport, holdImport } from '../kept/find.ts'
import { requireMendable } from '../kept/mendable.ts'
import { on } from '../kept/tables.ts'
import { tellImport } from '../kept/tell.ts'
import { silent, writeVerdicts } from '../kept/write-verdicts.ts'
import { type By, judgeAgain } from './judge-again.ts'
import { markLooseAnew } from './mark-loose.ts'
import { makePending } from './write-cells.ts'

type Input = z.output<(typeof importSteps.drop)['body']> & { id: string }

/** So many documents of a problem are left out at once. */
const DOCUMENTS_MAX = 20_000

/**
 * Leaves documents out of what is stored, or takes them in again, which judges them anew. Those that are stored stay as
 * they are. Throws invalid_fields where neither documents nor a problem are named.
 */
export const dropDocuments = async (by: By, { id, dropped, ...which }: Input): Promise<Import> => {
  await inTransaction(by.db, async (tx) => {
    const held = await holdImport(tx, by.caller, id)
    requireMendable(held)
    const documents = await documentsOf(tx, held, which)
    const from = dropped ? (['pending', 'good', 'bad'] as const) : (['dropped'] as const)
    const before = await on(tx)
      .selectFrom('import_documents')
      .where('import_id', '=', id)
      .where(sql<boolean>`document = ANY(${documents}::integer[])`)
      .where('state', 'in', from)
      .selectAll()
      .execute()
    const state = dropped ? 'dropped' : 'pending'
    const verdicts = before.map(({ document }) => silent(document, state))
    await writeVerdicts(tx, held, { verdicts, before, now: by.now })
    // A row without a number is a document by itself, and makes the one above it doubtful.
    if (before.every(({ invoice_number }) => invoice_number !== '')) return
    await makePending(tx, held, { documents: await markLooseAnew(tx, held), now: by.now })
  })
  return tellImport(by.db, await judgeAgain(by, id))
}

const documentsOf = async (
  tx: Tx,
  { id }: HeldImport,
  { documents, problem }: Pick<Input, 'documents' | 'problem'>,
): Promise<number[]> => {
  if (documents) return documents
  if (!problem) throw invalidFields({ documents: ['Please name documents, or a problem.'] })
  const { rows } = await sql<{ document: number }>`
    SELECT DISTINCT document FROM import_faults WHERE import_id = ${id} AND problem = ${problem}
    ORDER BY document LIMIT ${DOCUMENTS_MAX}`.execute(tx)
  return rows.map(({ document }) => document)
}
