import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Customer, customers } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { identityAsKept } from '#domain/identity/normalise.ts'
import { named } from '#domain/shaping/codes.ts'
import type { Db } from '../platform/db/database.ts'
import { BY_NAME, inOrder, isInStretch } from './in-order.ts'
import { allOf, begins, matches, selectCustomers } from './rows.ts'

/** More than this nobody reads; the clerk types on. */
const FOUND_MAX = 50
/** So many of who asks for nothing: programs load all of them once (specification 2 §7). */
const ALL_MAX = 1_000
const WORDS_MAX = 8

type Wanted = z.output<(typeof customers.find)['query']>

/**
 * The caller's customers whose name, TIN or identity number holds every word of a text, by name, those whose name
 * begins with it first; at most 50. Of who asks for nothing the first 1,000.
 */
export const findCustomers = async (
  { db, caller }: { db: Db; caller: Caller },
  wanted: Wanted,
): Promise<Customer[]> => {
  const conditions = [
    ...(wanted.sender_entity_id ? [isOfCompany(wanted.sender_entity_id)] : []),
    ...(wanted.entity_code ? [sql<SqlBool>`entity_code = ${wanted.entity_code}`] : []),
  ]
  const words = (wanted.search ?? '').split(/\s+/).filter(Boolean).slice(0, WORDS_MAX).map(identityAsKept)
  const limit = conditions.length + words.length === 0 ? ALL_MAX : FOUND_MAX
  const all = selectCustomers(db, caller).where(allOf(conditions))
  const read = async (query: typeof all, most: number) => {
    const rows = await query.orderBy(inOrder(BY_NAME)).limit(most).execute()
    return rows.map(({ modified_at: _, ...row }) => named(row))
  }
  /** The first ones of each company's names. */
  const first = (where: RawBuilder<SqlBool>, most = limit) =>
    read(all.where(isInStretch(caller, { ...BY_NAME, limit: most, where })), most)
  if (wanted.entity_code && words.length === 0) return read(all, FOUND_MAX)
  if (words.length === 0) return first(allOf(conditions))
  const is_begun = begins(words.join(' '))
  const begun = await first(allOf([...conditions, is_begun]))
  if (begun.length === FOUND_MAX) return begun
  const others = allOf([...conditions, matches(words), sql<SqlBool>`NOT ${is_begun}`])
  return [...begun, ...(await first(others, FOUND_MAX - begun.length))]
}

/** Of a text that is no id it is none. */
const isOfCompany = (id: string) =>
  sql<SqlBool>`sender_entity_id = (SELECT company.id FROM sender_entities AS company WHERE company.id::text = ${id})`
