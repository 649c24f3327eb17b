import type { z } from 'zod'
import type { Customer, customers } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { named } from '#domain/shaping/codes.ts'
import type { Db } from '../platform/db/database.ts'
import { matches, nearness, selectCustomers } from './rows.ts'

/** More than this nobody reads; the clerk types on. */
const FOUND_MAX = 50
const WORDS_MAX = 8

type Wanted = z.output<(typeof customers.find)['query']>

/** The caller's customers whose name, TIN or identity number holds every word of a text, best first; at most 50. */
export const findCustomers = async (
  { db, caller }: { db: Db; caller: Caller },
  wanted: Wanted,
): Promise<Customer[]> => {
  let query = selectCustomers(db, caller).limit(FOUND_MAX)
  if (wanted.sender_entity_id) {
    query = query.where((eb) => eb(eb.cast('sender_entity_id', 'text'), '=', wanted.sender_entity_id ?? ''))
  }
  if (wanted.entity_code) query = query.where('entity_code', '=', wanted.entity_code)
  const words = (wanted.search ?? '').split(/\s+/).filter(Boolean).slice(0, WORDS_MAX)
  if (words.length > 0) query = query.where(matches(words)).orderBy(nearness(words.join(' ')))
  const rows = await query.orderBy('name').orderBy('id').execute()
  return rows.map(({ modified_at: _, ...row }) => named(row))
}
