import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Caller, isSuperadmin } from '#domain/access/caller.ts'

/** Which rows a caller may see (decisions.md §2): all of them, or those of the named ids. */
export type Scope = 'all' | readonly string[]

/** Store codes (branches) of the caller. Documents are picked by these. */
export const storeIds = (caller: Caller): Scope =>
  isSuperadmin(caller) && !caller.narrowed ? 'all' : namedStores(caller)

/** The same named one by one, also where all are meant: for an index that begins with the store. */
export const namedStores = ({ stores }: Pick<Caller, 'stores'>): string[] =>
  stores.map((store) => store.store_code_id)

/** Sender entities of the caller: those in which a store is assigned. Everything but documents follows these. */
export const entityIds = (caller: Caller): Scope => {
  if (isSuperadmin(caller)) return 'all'
  if (caller.kind === 'api_key') return [caller.sender_entity_id]
  return [...new Set(caller.stores.map((store) => store.sender_entity_id))]
}

/** Condition for `.where(...)`: the row's store, named by `column` (`documents.store_code_id`), is the caller's. */
export const inStores = (caller: Caller, column: string) => within(storeIds(caller), column)

/** Condition for `.where(...)`: the row's entity, named by `column` (`customers.sender_entity_id`), is the caller's. */
export const inEntities = (caller: Caller, column: string) => within(entityIds(caller), column)

/** The same with the companies named one by one also where all are meant: for an index that begins with the company. */
export const inNamedEntities = (caller: Caller, column: string) => {
  const ids = entityIds(caller)
  const named = ids === 'all' ? sql`ARRAY(SELECT id FROM sender_entities)` : sql`${[...ids]}::uuid[]`
  return sql<SqlBool>`${sql.ref(column)} = ANY(${named})`
}

const within = (scope: Scope, column: string): RawBuilder<SqlBool> =>
  scope === 'all' ? sql<SqlBool>`TRUE` : sql<SqlBool>`${sql.ref(column)} = ANY(${[...scope]}::uuid[])`
