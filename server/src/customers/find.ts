import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Customer, customers } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { named } from '#domain/shaping/codes.ts'
import { inNamedEntities } from '../access/scope.ts'
import type { Db } from '../platform/db/database.ts'
import { inSmall } from '../platform/lists/like.ts'
import { begins, matches, selectCustomers } from './rows.ts'

/** More than this nobody reads; the clerk types on. */
const FOUND_MAX = 50
const WORDS_MAX = 8

type Wanted = z.output<(typeof customers.find)['query']>

/**
 * The caller's customers whose name, TIN or identity number holds every word of a text, by name, those whose name
 * begins with it first; at most 50.
 */
export const findCustomers = async (
  { db, caller }: { db: Db; caller: Caller },
  wanted: Wanted,
): Promise<Customer[]> => {
  let all = selectCustomers(db, caller)
  if (wanted.sender_entity_id) all = all.where(isOfCompany(wanted.sender_entity_id))
  if (wanted.entity_code) all = all.where('entity_code', '=', wanted.entity_code)
  const words = (wanted.search ?? '').split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  const first = async (query: typeof all, limit: number) => {
    const rows = await query.orderBy(inSmall('name')).orderBy('name').orderBy('id').limit(limit).execute()
    return rows.map(({ modified_at: _, ...row }) => named(row))
  }
  if (words.length === 0) return first(all, FOUND_MAX)
  const is_begun = begins(words.join(' '))
  const of_companies = all.where(inNamedEntities(caller, 'customers.sender_entity_id'))
  const begun = await first(of_companies.where(is_begun), FOUND_MAX)
  if (begun.length === FOUND_MAX) return begun
  const others = all.where(matches(words)).where((eb) => eb.not(is_begun))
  return [...begun, ...(await first(others, FOUND_MAX - begun.length))]
}

/** Of a text that is no id it is none. */
const isOfCompany = (id: string) =>
  sql<SqlBool>`sender_entity_id = (SELECT company.id FROM sender_entities AS company WHERE company.id::text = ${id})`
