import type { z } from 'zod'
import { rules } from '#contract/shaping/rules.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { newestRules, RULE_COLUMNS, ruleMatches } from '../shaping/rule-rows.ts'

/** The rules in pages, by field. */
export const listRules = (
  { db, public_url }: { db: Db; public_url: string },
  query: z.output<(typeof rules.list)['query']>,
) =>
  readPage({
    url: public_url + rules.list.path,
    query,
    filtered: query.search ? newestRules(db).where(ruleMatches(query.search)) : newestRules(db),
    rows: (rows) => rows.select(RULE_COLUMNS).orderBy('field').orderBy('validation_rules.id'),
    toRow: ({ active_from, ...row }) => ({ ...row, active_from: active_from.toISOString() }),
  })
