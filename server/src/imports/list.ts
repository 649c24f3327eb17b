import type { z } from 'zod'
import { importSteps } from '#contract/imports/steps.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { findImport, ownImports } from './kept/find.ts'
import { tellImport, tellSummary } from './kept/tell.ts'

type By = { db: Db; caller: Caller }

/** The caller's imports in pages, the newest first. */
export const listImports = (
  { db, caller, public_url }: By & { public_url: string },
  query: z.output<(typeof importSteps.list)['query']>,
) =>
  readPage({
    url: public_url + importSteps.list.path,
    query,
    filtered: ownImports(db, caller),
    rows: (rows) => rows.selectAll().orderBy('created_at', 'desc').orderBy('id'),
    toRow: tellSummary,
  })

/** One import of the caller's, as it stands. */
export const readImport = async ({ db, caller }: By, id: string) =>
  tellImport(db, await findImport(db, caller, id))
