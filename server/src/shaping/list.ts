import type { z } from 'zod'
import type { EnrichmentItem } from '#contract/shaping/enrichment.ts'
import { mappings } from '#contract/shaping/mappings.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import {
  allDefaults,
  allMappings,
  DEFAULT_COLUMNS,
  MAPPING_COLUMNS,
  mappingMatches,
  toAnswer,
} from './rows.ts'

/** The mappings in pages, by field and key. */
export const listMappings = (
  { db, public_url }: { db: Db; public_url: string },
  query: z.output<(typeof mappings.list)['query']>,
) => {
  const { mapping_type, search } = query
  const all = mapping_type ? allMappings(db).where('mapping_type', '=', mapping_type) : allMappings(db)
  return readPage({
    url: public_url + mappings.list.path,
    query,
    filtered: search ? all.where(mappingMatches(search)) : all,
    rows: (rows) => rows.select(MAPPING_COLUMNS).orderBy('field').orderBy('lookup_key').orderBy('id'),
    toRow: toAnswer,
  })
}

/** Every default, by field; there are no more of them than fields. */
export const listDefaults = async ({ db }: { db: Db }): Promise<{ results: EnrichmentItem[] }> => ({
  results: (await allDefaults(db).select(DEFAULT_COLUMNS).orderBy('field_name').execute()).map(toAnswer),
})
