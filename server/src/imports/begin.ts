import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Import } from '#contract/imports/shapes.ts'
import { IMPORT_BYTES_MAX, type importSteps } from '#contract/imports/steps.ts'
import type { Caller } from '#domain/access/caller.ts'
import { entityIds } from '../access/scope.ts'
import { chooseEntity } from '../entities/records/choose.ts'
import type { Db } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { readSetting } from '../settings/read.ts'
import { openCopy, orDiscard } from './copy.ts'
import { keepImport } from './keep-import.ts'
import { tellImport } from './kept/tell.ts'
import { surveyFile } from './reading/survey.ts'

type By = { db: Db; files: Files; caller: Caller; now: Date }
type Sender = By & { recheck(): Promise<Caller> }
type Input = z.output<(typeof importSteps.begin)['form']> & { content: Readable; name: string }

/** A row has so many bytes on average at most; those of real files have some hundred. */
const ROW_BYTES_MEAN_MAX = 2_000
/** Files of few rows may be so long. */
const BYTES_MIN = 10_000_000

/** How long a file of at most so many rows may be, in bytes. */
export const bytesFor = (rows_max: number) =>
  Math.min(IMPORT_BYTES_MAX, Math.max(BYTES_MIN, rows_max * ROW_BYTES_MEAN_MAX))

/** Takes a file: reads it to its end while a copy is kept, and says what its columns seem to be. */
export const beginImport = async (
  by: Sender,
  { content, name, sender_entity_code, check_only }: Input,
): Promise<Import> => {
  // Before a file is read for nothing.
  await companyOf(by, sender_entity_code)
  const rows_max = await readSetting(by.db, 'imports.rows_max')
  const copy = openCopy(by.files, bytesFor(rows_max))
  const made = await orDiscard(copy, async () => {
    const survey = await surveyFile(copy.through(content), rows_max)
    const now = { ...by, caller: await by.recheck() }
    const sender_entity_id = await companyOf(now, sender_entity_code)
    const file = { ...(await copy.keep()), file_name: name }
    return keepImport(now, {
      ...{ file, survey, sender_entity_id },
      check_only: check_only === true,
      unattended: false,
    })
  })
  return tellImport(by.db, made)
}

/** The company that is named, or the only one that the caller has. Throws invalid_fields for one that is not theirs. */
export const companyOf = async (by: By, entity_code: string): Promise<string | null> => {
  if (entity_code !== '') return (await chooseEntity(by, { entity_code })).id
  const ids = entityIds(by.caller)
  return ids !== 'all' && ids.length === 1 ? (ids[0] ?? null) : null
}
