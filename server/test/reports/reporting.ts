import { sql } from 'kysely'
import type { z } from 'zod'
import { type ReportWrite, reports } from '#contract/reports/reports.ts'
import { mailFailures, mailReport } from '../../src/reports/mail.job.ts'
import { removeFiles } from '../../src/reports/remove-files.job.ts'
import { writeReport } from '../../src/reports/writing/write.job.ts'
import type { Who, World } from '../world.ts'

type Job = Parameters<typeof removeFiles>[1]
const WORKED_MAX = 1_000

/** Asks for a report as somebody; no two at the same instant. */
export const request = (world: World, who: Who, wanted: Partial<z.input<typeof ReportWrite>> = {}) => {
  world.clock.advance(1)
  return world.as(who).call(reports.create, {
    body: { report_type: 'adhoc', filters: { status: 'All' }, ...wanted },
  })
}

type ListWanted = z.input<(typeof reports.ofList)['body']>

/** Asks for the list's own export as a report; no two at the same instant. */
export const exportList = (
  world: World,
  who: Who,
  filters: ListWanted['filters'] = {},
  format?: 'csv' | 'xlsx',
) => {
  world.clock.advance(1)
  return world.as(who).call(reports.ofList, { body: { filters, format } })
}

/** Does what the worker would with the reports that wait, until none does; answers the names of the jobs. */
export const workReports = async (world: World): Promise<string[]> => {
  const means = { ...world.outlets, db: world.db, clock: world.clock }
  const run: Record<string, (wanted: Job) => Promise<void>> = {
    'reports.make': (wanted) => writeReport(means, wanted),
    'reports.mail': (wanted) => mailReport(means, wanted),
    'reports.mail-failures': (wanted) => mailFailures(means, wanted),
    'reports.remove-files': (wanted) => removeFiles(means, wanted),
  }
  const worked: string[] = []
  while (worked.length < WORKED_MAX) {
    const { rows } = await sql<{ name: string; data: Job }>`
      UPDATE pgboss.job SET state = 'completed' WHERE id = (SELECT id FROM pgboss.job
        WHERE name LIKE 'reports.%' AND state = 'created' ORDER BY created_on, id LIMIT 1)
      RETURNING name, data`.execute(world.db)
    const [job] = rows
    if (!job) return worked
    await run[job.name]?.(job.data)
    worked.push(job.name)
  }
  throw new Error('There is no end of reports.')
}

/** What somebody is shown of their reports, the newest first. */
export const requested = async (world: World, who: Who) =>
  (await world.as(who).call(reports.requested, { query: {} })).body.results

export const scheduled = async (world: World, who: Who) =>
  (await world.as(who).call(reports.scheduled, {})).body

export const download = (world: World, who: Who, id: string) =>
  world.as(who).call(reports.download, { params: { id } })
