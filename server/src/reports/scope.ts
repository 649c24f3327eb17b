import { type ListNarrowed, WHOLE_LIST } from '#contract/reports/list-filters.ts'
import { type Caller, holds } from '#domain/access/caller.ts'
import { loadAbsent } from '../access/caller.ts'
import { inCompanies } from '../documents/finding/companies.ts'
import { inDepartments, type MatchFilters } from '../documents/finding/matching.ts'
import type { Depth } from '../documents/reading/report-columns.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { ReportRun, StoredFilters } from './tables.ts'
import { unknownWords } from './unknown-words.ts'

export const INACTIVE = 'The account of its owner is deactivated.'
const NO_FLAG = 'Its owner may not take documents away as files any more.'
const NO_STORE = 'Its owner may see none of its departments any more.'

/** Who reads for a report and what, and how much of each content; of the list's own export nothing. */
export type Reader = { caller: Caller; filters: MatchFilters; depth?: Depth }

/**
 * The owner of a report with the rights that they have now, within the companies and departments of its filters; or why
 * nothing of it may be made: also where its filters name what does not exist, which no document would match.
 */
export const readerOf = async (db: Db, run: ReportRun, now: Date): Promise<Reader | { refusal: string }> => {
  const caller = await loadAbsent(db, { kind: 'user', id: run.user_id }, now)
  if (!caller) return { refusal: INACTIVE }
  if (!holds(caller, 'can_export_csv') && !holds(caller, 'can_view_all')) return { refusal: NO_FLAG }
  const reader = run.list_filters
    ? await ofList({ db, caller }, { ...WHOLE_LIST, ...run.list_filters })
    : await ofReport({ db, caller }, run)
  if (inDepartments(reader.caller, reader.filters).caller.stores.length === 0) return { refusal: NO_STORE }
  // One that was stored before such words were refused.
  const unknown = unknownWords(reader.filters)
  if (unknown !== '') return { refusal: `Its filters name what does not exist: ${unknown}. Create it anew.` }
  return reader
}

type By = { db: Db; caller: Caller }

/** As `documents.report` reads it. */
const ofList = async (by: By, narrowed: ListNarrowed): Promise<Reader> => {
  const { by: seen, filters } = await inCompanies(by, narrowed)
  return { caller: seen.caller, filters }
}

const ofReport = async ({ db, caller }: By, { filters, format }: ReportRun): Promise<Reader> => ({
  caller: { ...caller, stores: await storesWithin(db, caller, filters) },
  filters: matchOf(filters),
  depth: format === 'csv' ? 'figures' : 'taxes',
})

/** The departments of a caller that lie within the company and the departments of filters. */
export const storesWithin = async (db: Db | Tx, caller: Caller, filters: StoredFilters) => {
  const { sender_entity_code: entity_code, sender_store_code: codes } = filters
  const entities = entity_code === '' ? [] : await senderEntities(db, caller)
  const entity = entities.find((one) => one.entity_code === entity_code)
  return caller.stores.filter(
    ({ sender_entity_id, code }) =>
      (entity_code === '' || sender_entity_id === entity?.id) && (codes.length === 0 || codes.includes(code)),
  )
}

/** The filters as the list of documents knows them. */
const matchOf = (filters: StoredFilters): MatchFilters => ({
  dateStart: filters.invoice_date__gte ?? '',
  dateEnd: filters.invoice_date__lte ?? '',
  document_type: filters.invoice_types,
  invoice_type: [],
  status: filters.status,
  buyer_name: filters.customer__name__icontains,
  buyer_id_type: idTypesOf(filters),
  environment: filters.environment ?? [],
  sender_store_code: filters.sender_store_code,
  agent_code: filters.agent_code,
  contract_number: filters.contract_number,
})

/** In capitals: some were stored as they were typed. */
const idTypesOf = ({ customer__identity_type: types }: StoredFilters) =>
  types.map((type) => type.toUpperCase())
