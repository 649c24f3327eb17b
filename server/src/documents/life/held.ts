import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { on } from '../store/tables.ts'
import { type Actor, AUTHORITY, SYSTEM } from './transition.ts'

/** What is told of who held a row of `documents` last, which is OnHold. */
const ofLastHold = (told: RawBuilder<boolean>) => sql<boolean>`(
  SELECT ${told} FROM document_history AS h
  WHERE h.document_id = documents.id AND h.event = 'hold' ORDER BY h.id DESC LIMIT 1)`

const isBy = ({ actor_name }: Actor) => sql<boolean>`(h.actor_id IS NULL AND h.actor_name = ${actor_name})`

/** A person held it. */
export const HELD_BY_PERSON = ofLastHold(sql`NOT (${isBy(SYSTEM)} OR ${isBy(AUTHORITY)})`)

/** It stays so until a person releases it. Only what the server held goes on by itself (decisions.md §3). */
export const STAYS_HELD = ofLastHold(sql`NOT ${isBy(SYSTEM)}`)

/** Of these documents the ones that are held so. */
export const heldSo = async (
  handle: Db | Tx,
  ids: readonly string[],
  so: typeof STAYS_HELD,
): Promise<Set<string>> => {
  const held = on(handle).selectFrom('documents').where('id', 'in', ids).where(so).select('id')
  return new Set((await held.execute()).map(({ id }) => id))
}
