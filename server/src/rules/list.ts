import type { z } from 'zod'
import { type RuleVersion, rules, VERSIONS_LISTED_MAX } from '#contract/shaping/rules.ts'
import { notFound } from '#domain/problems.ts'
import type { Db } from '../platform/db/database.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { newestRules, RULE_COLUMNS, ruleMatches, ruleVersions } from '../shaping/rule-rows.ts'

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

/** The versions of a rule, the newest first. Throws not_found. */
export const listVersions = async (
  { db, now }: { db: Db; now: Date },
  { id }: { id: string },
): Promise<{ results: RuleVersion[] }> => {
  const rows = await ruleVersions(db)
    .where('validation_rules.id', '=', id)
    .select(RULE_COLUMNS)
    .select(['active_until', 'made_at', 'made_by_name', 'approved_by_name'])
    .orderBy('version', 'desc')
    .limit(VERSIONS_LISTED_MAX)
    .execute()
  if (rows.length === 0) throw notFound('There is no such rule.')
  const results = rows.map(
    ({ active_from, active_until, made_at, made_by_name, approved_by_name, ...row }) => ({
      ...row,
      active_from: active_from.toISOString(),
      active_until: active_until?.toISOString() ?? null,
      in_force: active_from <= now && (active_until === null || active_until > now),
      made_at: made_at.toISOString(),
      made_by: made_by_name,
      approved_by: approved_by_name,
    }),
  )
  return { results }
}
