import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CUSTOMER_SORT_KEYS } from '#contract/customers.ts'
import type { Caller } from '#domain/access/caller.ts'
import { inEntities } from '../access/scope.ts'
import { inSmall } from '../platform/lists/like.ts'

/** What is alike in the column is in the order of names; the id tells any two apart. */
export type Order = { sort_by: (typeof CUSTOMER_SORT_KEYS)[number]; order: 'asc' | 'desc' }

export const BY_NAME: Order = { sort_by: 'name', order: 'asc' }

/** The same from its other end. */
export const reversed = ({ sort_by, order }: Order): Order => ({
  sort_by,
  order: order === 'asc' ? 'desc' : 'asc',
})

/** As the indexes of customers have it, letter for letter. */
export const inOrder = ({ sort_by, order }: Order, table = 'customers'): RawBuilder<unknown> => {
  const way = sql.raw(order)
  const of = (column: string) => sql.ref(`${table}.${column}`)
  return sql`${inSmall(`${table}.${sort_by}`)} ${way}, ${of('name')} ${way}, ${of('id')} ${way}`
}

type Stretch = Order & {
  limit: number
  offset?: number
  /** Which customers, beside those of the caller's companies. */
  where?: RawBuilder<SqlBool>
}

/**
 * Condition for the customers of a stretch of an order: each of the caller's companies is entered at one end of its
 * index, and these are put together. It costs what is passed over, not what there is.
 */
export const isInStretch = (caller: Caller, stretch: Stretch): RawBuilder<SqlBool> => {
  const { limit, offset = 0, where = sql<SqlBool>`TRUE` } = stretch
  return sql<SqlBool>`id = ANY(ARRAY(SELECT lane.id FROM sender_entities AS company CROSS JOIN LATERAL (
      SELECT * FROM customers WHERE sender_entity_id = company.id AND ${where}
      ORDER BY ${inOrder(stretch)} LIMIT ${offset + limit}) AS lane
    WHERE ${inEntities(caller, 'company.id')}
    ORDER BY ${inOrder(stretch, 'lane')} LIMIT ${limit} OFFSET ${offset}))`
}

/** The customers that come after one in the order of names. */
export const isAfter = ({ name, id }: { name: string; id: string }): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${inSmall('customers.name')}, customers.name, customers.id)
    > (lower(${name}) COLLATE "C", ${name}, ${id}::uuid)`
