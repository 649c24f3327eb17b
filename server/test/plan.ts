import { type QueryId, type RawBuilder, type RootOperationNode, sql } from 'kysely'
import type { Db } from '../src/platform/db/database.ts'

/** A node of a plan, as `EXPLAIN (ANALYZE, FORMAT JSON)` tells it. */
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

/** How a query read a table: by which scans, and how many rows the longest of them looked at. Throws if it did not. */
export const readingOf = async (db: Db, query: RawBuilder<unknown>, table: string) => {
  const { rows } = await sql<Explained>`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`.execute(db)
  const nodes = scansIn(rows[0]?.['QUERY PLAN'][0].Plan, table)
  if (nodes.length === 0) throw new Error(`Nothing of ${table} was read.`)
  return { scans: nodes.map((node) => node['Node Type']), read: Math.max(...nodes.map(examined)) }
}

/**
 * How the queries that `work` asks scan a table: each scan, by what it enters an index if it does, how many rows it
 * looked at, and the query.
 */
export const scansOf = async (db: Db, table: string, work: (db: Db) => Promise<unknown>) => {
  const known = new WeakMap<QueryId, RootOperationNode>()
  const asked: { node: RootOperationNode; id: QueryId }[] = []
  await work(
    db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        known.set(queryId, node)
        return node
      },
      // What stands within another query is never asked by itself.
      transformResult: async ({ result, queryId }) => {
        const node = known.get(queryId)
        if (node) asked.push({ node, id: queryId })
        return result
      },
    }),
  )
  const scans: { scan: string; entered: string; read: number; text: string }[] = []
  for (const { node, id } of asked) {
    const query = db.getExecutor().compileQuery(node, id)
    const explain = { ...query, sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${query.sql}` }
    const { rows } = await db.executeQuery<Explained>(explain)
    for (const found of scansIn(rows[0]?.['QUERY PLAN'][0].Plan, table))
      scans.push({
        scan: found['Node Type'],
        entered: found['Index Cond'] ?? '',
        read: examined(found),
        text: query.sql,
      })
  }
  return scans
}

const scansIn = (plan: Plan | undefined, table: string): Plan[] =>
  plan
    ? [
        ...(plan['Relation Name'] === table ? [plan] : []),
        ...(plan.Plans ?? []).flatMap((inner) => scansIn(inner, table)),
      ]
    : []

/** How many rows a scan looked at, in all its rounds. */
const examined = (scan: Plan) =>
  (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']
