import { readEnrichment } from '#domain/shaping/enrichment.ts'
import { readMappings } from '#domain/shaping/mappings.ts'
import type { Shaping } from '#domain/shaping/pipeline.ts'
import type { Db } from '../platform/db/database.ts'
import { rememberedRead } from '../platform/db/remembered.ts'
import { allDefaults, allMappings, DEFAULT_COLUMNS, MAPPING_COLUMNS } from './rows.ts'

/** Other processes learn of a change after this time. */
const REMEMBERED_MS_MAX = 2_000

const readAll = async (db: Db): Promise<Shaping> => ({
  mappings: readMappings(await allMappings(db).select(MAPPING_COLUMNS).execute()),
  enrichment: readEnrichment(await allDefaults(db).select(DEFAULT_COLUMNS).execute()),
})

/** What shapes documents at present; to be forgotten after each change. */
export const shaping = rememberedRead(readAll, REMEMBERED_MS_MAX)

/** Since when these mappings and defaults are as they are, by id. */
export const modifiedAt = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> => {
  if (ids.length === 0) return new Map()
  const rows = await allMappings(db)
    .select(['id', 'modified_at'])
    .where('id', 'in', [...ids])
    .unionAll(
      allDefaults(db)
        .select(['id', 'modified_at'])
        .where('id', 'in', [...ids]),
    )
    .execute()
  return new Map(rows.map(({ id, modified_at }) => [id, modified_at]))
}
