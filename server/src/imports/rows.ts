import type { z } from 'zod'
import type { Output } from '#contract/endpoint.ts'
import type { importSteps } from '#contract/imports/steps.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { findImport } from './kept/find.ts'
import { placesOf, tellRows } from './kept/read-rows.ts'

type Input = z.output<(typeof importSteps.rows)['query']> & { id: string }

/** A stretch of the rows of an import, those of a document together; it costs the same however far back it lies. */
export const readRows = async (
  { db, caller }: { db: Db; caller: Caller },
  { id, show, problem, after, page_size }: Input,
): Promise<Output<typeof importSteps.rows>> => {
  const one = await findImport(db, caller, id)
  const [document, row] = (after ?? '').split('_').map(Number)
  // One more than wanted says whether there are more.
  const places = await placesOf(db, id, {
    ...{ show, problem: problem || undefined, limit: page_size + 1 },
    ...(document !== undefined && row !== undefined && { after: { document, row } }),
  })
  const told = places.slice(0, page_size)
  const last = told.at(-1)
  return {
    results: await tellRows(db, one, told),
    next: last && places.length > page_size ? `${last.document}_${last.row}` : null,
  }
}
