import { NO_FILTERS } from '#contract/reports/filters.ts'
import type { ListNarrowed } from '#contract/reports/list-filters.ts'
import type { ListExport, RequestedReport } from '#contract/reports/reports.ts'
import type { UserCaller } from '#domain/access/caller.ts'
import { conflict, invalidFields } from '#domain/problems.ts'
import { inCompanies } from '../documents/finding/companies.ts'
import { inDepartments } from '../documents/finding/matching.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Tx } from '../platform/db/database.ts'
import { beginRun } from './begin.ts'
import { BACKWARDS, daysOf, NO_COMPANY, NO_DEPARTMENT } from './create.ts'
import { tellRun } from './tell.ts'
import { refuseUnknownWords } from './unknown-words.ts'

type By = { tx: Tx; caller: UserCaller; now: Date; public_url: string }

const RUNNING =
  'One of your reports is being made. Ask for this one once it is done; Reports shows how far it is.'

/**
 * Has the list's own export made as a report, so that nobody need wait for it. Throws invalid_fields for words that
 * name nothing, for a company that is none of the caller's and for departments that they have not, and conflict while
 * another report of the caller's is being made.
 */
export const exportList = async (by: By, { filters, format }: ListExport): Promise<RequestedReport> => {
  const { tx, caller, now, public_url } = by
  const { dateStart: from, dateEnd: to } = filters
  if (from && to && from > to) throw invalidFields({ 'filters.dateEnd': [BACKWARDS] })
  refuseUnknownWords(filters)
  await demandPlaces(by, filters)
  const row = await beginRun(tx, {
    ...{ user_id: caller.user_id, origin: 'adhoc', format, skip_when_empty: false, created_at: now },
    name: `Invoice list, ${daysOf({ from, to }, now)}`,
    filters: JSON.stringify(NO_FILTERS),
    list_filters: JSON.stringify(filters),
  })
  if (!row) throw conflict('report_running', RUNNING)
  return tellRun(row, public_url)
}

/** Companies and departments without a document of theirs leave nothing, which would read as if there were none. */
const demandPlaces = async ({ tx, caller }: By, filters: ListNarrowed): Promise<void> => {
  const { sender_entity_code: companies, sender_store_code: codes } = filters
  const mine = companies.length > 0 ? await senderEntities(tx, caller) : []
  if (!companies.every((code) => mine.some(({ entity_code }) => entity_code === code))) {
    throw invalidFields({ 'filters.sender_entity_code': [NO_COMPANY] })
  }
  const { by, filters: rest } = await inCompanies({ db: tx, caller }, filters)
  if (codes.length > 0 && inDepartments(by.caller, rest).caller.stores.length === 0) {
    throw invalidFields({ 'filters.sender_store_code': [NO_DEPARTMENT] })
  }
}
