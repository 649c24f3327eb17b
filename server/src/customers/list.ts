import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type CustomerRow, customers } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { named } from '#domain/shaping/codes.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { inEntities } from '../access/scope.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { inSmall } from '../platform/lists/like.ts'
import { offsetOf } from '../platform/lists/paging.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { knownAnswers } from '../tins/known.ts'
import { CUSTOMER_COLUMNS, contains, type StoredCustomer, visibleCustomers } from './rows.ts'

type By = { db: Db; caller: Caller; now: Date; public_url: string }
type Filters = z.output<(typeof customers.report)['query']>
type Query = z.output<(typeof customers.list)['query']>

/** The caller's customers that match, by name unless sorted, each with what LHDN last said of its TIN. */
export const listCustomers = async (by: By, query: Query) => {
  const page = await readPage({
    url: by.public_url + customers.list.path,
    query,
    filtered: filtered(by, query),
    picked: isByName(query) ? visibleCustomers(by.db, by.caller).where(isOnPage(by, query)) : undefined,
    rows: (rows) =>
      rows
        .select(CUSTOMER_COLUMNS)
        .orderBy(inSmall(query.sort_by ?? 'name'), query.order)
        .orderBy('name')
        .orderBy('id'),
    toRow: (row) => row,
  })
  return { ...page, results: await toAnswer(by, page.results) }
}

/** Each company is read so far; further down all of them are sorted at once, which is less work. */
const PASSED_MAX = 1_000

/** All of them by name, as the list opens. */
const isByName = ({ sort_by = 'name', name, identity_number, identity_type, ...page }: Query) =>
  sort_by === 'name' && !name && !identity_number && !identity_type && offsetOf(page) <= PASSED_MAX

/** Each company is entered at one end of its index by name, and these are put together. */
const isOnPage = ({ caller }: By, query: Query) => {
  const order = sql.raw(query.order)
  const offset = offsetOf(query)
  return sql<SqlBool>`id = ANY(ARRAY(SELECT lane.id FROM sender_entities AS company CROSS JOIN LATERAL (
      SELECT id, name FROM customers WHERE sender_entity_id = company.id
      ORDER BY ${inSmall('name')} ${order}, name, id LIMIT ${offset + query.page_size}) AS lane
    WHERE ${inEntities(caller, 'company.id')}
    ORDER BY ${inSmall('lane.name')} ${order}, lane.name, lane.id LIMIT ${query.page_size} OFFSET ${offset}))`
}

const filtered = ({ db, caller }: By, { name, identity_number, identity_type }: Filters) => {
  let rows = visibleCustomers(db, caller)
  if (name) rows = rows.where(contains('name', name))
  if (identity_number) rows = rows.where(contains('identity_number', identity_number))
  if (identity_type) rows = rows.where('identity_type', '=', identity_type)
  return rows
}

/** Customers as they are answered. */
export const toAnswer = async (
  { db, caller, now }: { db: Db | Tx; caller: Caller; now: Date },
  rows: readonly StoredCustomer[],
): Promise<CustomerRow[]> => {
  const environments = new Map(
    (await senderEntities(db, caller)).map(({ id, environment }) => [id, environment] as const),
  )
  const answers = await knownAnswers(
    db,
    now,
    rows.map((row) => ({
      sender_entity_id: row.sender_entity_id,
      environment: environments.get(row.sender_entity_id) ?? 'simulator',
      tin: row.tin_no,
      id_type: row.identity_type,
      id_value: row.identity_number,
    })),
  )
  return rows.map((row, at) => ({
    ...named(row),
    modified_at: row.modified_at.toISOString(),
    tin_answer: answers[at] ?? { answer: 'not_checked', checked_at: null },
  }))
}

/** The columns of the specified export. */
const COLUMNS = [
  ['Name', (row: StoredCustomer) => row.name],
  ['Entity Code', (row: StoredCustomer) => row.entity_code],
  ['TIN', (row: StoredCustomer) => row.tin_no],
  ['Identity Type', (row: StoredCustomer) => row.identity_type],
  ['Identity Number', (row: StoredCustomer) => row.identity_number],
  ['Email', (row: StoredCustomer) => row.email],
  ['City', (row: StoredCustomer) => row.city],
  ['Contact Number', (row: StoredCustomer) => row.contact_number],
] as const

/** All of them as `customers_{yyyymmdd}.csv`, by name; the day is a Malaysian one. */
export const reportCustomers = (by: By, query: Filters): Download =>
  csvReply({
    filename: `customers_${malaysianDate(by.now).replaceAll('-', '')}.csv`,
    columns: COLUMNS,
    next: (after, limit) => {
      const rows = filtered(by, query)
      const rest = after ? rows.where(sql<boolean>`(name, id) > (${after.name}, ${after.id}::uuid)`) : rows
      return rest.select(CUSTOMER_COLUMNS).orderBy('name').orderBy('id').limit(limit).execute()
    },
  })
