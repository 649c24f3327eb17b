import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { type CustomerRow, customers } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { CUSTOMER_HEADINGS, type CustomerField } from '#domain/imports/customer-headings.ts'
import { named } from '#domain/shaping/codes.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { senderEntities } from '../entities/records/find.ts'
import type { Db, Tx } from '../platform/db/database.ts'
import type { Download } from '../platform/http/route.ts'
import { csvReply } from '../platform/lists/csv-reply.ts'
import { offsetOf } from '../platform/lists/paging.ts'
import { readPage } from '../platform/lists/read-page.ts'
import { knownAnswers } from '../tins/known.ts'
import { BY_NAME, inOrder, isAfter, isInStretch, type Order, reversed } from './in-order.ts'
import {
  allOf,
  CUSTOMER_COLUMNS,
  contains,
  type StoredCustomer,
  selectCustomers,
  visibleCustomers,
} from './rows.ts'

type By = { db: Db; caller: Caller; now: Date; public_url: string }
type Filters = z.output<(typeof customers.report)['query']>
type Query = z.output<(typeof customers.list)['query']>

/** The caller's customers that match, by name unless sorted, each with what LHDN last said of its TIN. */
export const listCustomers = async (by: By, query: Query) => {
  const wanted = { sort_by: query.sort_by ?? BY_NAME.sort_by, order: query.order }
  const page = await readPage({
    url: by.public_url + customers.list.path,
    query,
    filtered: filtered(by, query),
    picked: await pickedOf(by, query, wanted),
    rows: (rows) => rows.select(CUSTOMER_COLUMNS).orderBy(inOrder(wanted)),
    toRow: (row) => row,
  })
  return { ...page, results: await toAnswer(by, page.results) }
}

/** So deep it costs less to count them first than to read on from the beginning. */
const DEEP = 5_000

/** A page of them, in whatever order: from the end that is nearer, where that may be the other one. */
const pickedOf = async (by: By, query: Query, wanted: Order) => {
  const { name, identity_number, identity_type, page_size: limit } = query
  const all = visibleCustomers(by.db, by.caller)
  const offset = offsetOf(query)
  if (offset > DEEP && (name || identity_number || identity_type)) return undefined
  const count = offset > DEEP ? await countOf(all) : undefined
  const left = count === undefined ? limit : Math.max(0, Math.min(limit, count - offset))
  const behind = count === undefined ? offset : count - offset - left
  const stretch =
    behind < offset
      ? { ...reversed(wanted), limit: left, offset: Math.max(0, behind) }
      : { ...wanted, limit, offset }
  const where = allOf(conditionsOf(query))
  return all.where(isInStretch(by.caller, { ...stretch, where }))
}

const countOf = async (rows: ReturnType<typeof visibleCustomers>): Promise<number> => {
  const { n } = await rows.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return Number(n)
}

const filtered = ({ db, caller }: By, filters: Filters) =>
  visibleCustomers(db, caller).where(allOf(conditionsOf(filters)))

const conditionsOf = ({ name, identity_number, identity_type }: Filters): RawBuilder<SqlBool>[] => [
  ...(name ? [contains('name', name)] : []),
  ...(identity_number ? [contains('identity_number', identity_number)] : []),
  ...(identity_type ? [sql<SqlBool>`identity_type = ${identity_type.toUpperCase()}`] : []),
]

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

const headed = (field: CustomerField): CsvColumn<StoredCustomer> => [
  CUSTOMER_HEADINGS[field],
  (row) => (field === 'is_supplier' ? (row.is_supplier ? 'true' : '') : row[field]),
]

/**
 * The columns of the specified export, and behind them, where who reads by place is not misled, all others that make
 * the file one that can be brought back (`customers.import`).
 */
const COLUMNS: readonly CsvColumn<StoredCustomer>[] = [
  headed('name'),
  ['Entity Code', (row) => row.entity_code],
  ...(['tin_no', 'identity_type', 'identity_number', 'email', 'city', 'contact_number'] as const).map(headed),
  ...(['address1', 'address2', 'address3', 'zipcode'] as const).map(headed),
  [CUSTOMER_HEADINGS.state, (row) => named(row).state_display],
  [CUSTOMER_HEADINGS.country, (row) => named(row).country_display],
  ...(['sst_no', 'ttx_no', 'msic_code', 'business_description'] as const).map(headed),
  ...(['contact_person', 'contact_reference', 'bank_number', 'is_supplier'] as const).map(headed),
]

/** All of them as `customers_{yyyymmdd}.csv`, by name; the day is a Malaysian one. */
export const reportCustomers = (by: By, query: Filters): Download =>
  csvReply({
    filename: `customers_${malaysianDate(by.now).replaceAll('-', '')}.csv`,
    columns: COLUMNS,
    next: (after, limit) => {
      const where = allOf([...conditionsOf(query), ...(after ? [isAfter(after)] : [])])
      return selectCustomers(by.db, by.caller)
        .where(isInStretch(by.caller, { ...BY_NAME, limit, where }))
        .orderBy(inOrder(BY_NAME))
        .execute()
    },
  })
