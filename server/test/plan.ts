import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../src/platform/db/database.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How a query read a table: by which scans, and how many rows the longest of them looked at. Throws if it did not. */
export const readingOf = async (db: Db, query: RawBuilder<unknown>, table: string) => {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
    EXPLAIN (ANALYZE, FORMAT JSON) ${query}`.execute(db)
  const nodes = flat(rows[0]?.['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === table)
  if (nodes.length === 0) throw new Error(`Nothing of ${table} was read.`)
  const read = nodes.map(
    (node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
  )
  return { scans: nodes.map((node) => node['Node Type']), read: Math.max(...read) }
}

const flat = (plan: Plan | undefined): Plan[] => (plan ? [plan, ...(plan.Plans ?? []).flatMap(flat)] : [])
