import type { EntityName } from './company.ts'
import customers from './customers.json' with { type: 'json' }
import items from './items.json' with { type: 'json' }

/** A customer or supplier of a demo entity; `key` is how the specifications of documents name it. */
export type DemoCustomer = Omit<(typeof customers)[number], 'entity'> & { entity: EntityName }
/** A saved item; price, unit and reason are what the demo documents say of it. */
export type DemoItem = Omit<(typeof items)[number], 'entity'> & { entity: EntityName }

const entityOf = (text: string): EntityName => (text === 'selat' ? 'selat' : 'kinabalu')

export const CUSTOMERS: readonly DemoCustomer[] = customers.map((row) => ({
  ...row,
  entity: entityOf(row.entity),
}))

export const ITEMS: readonly DemoItem[] = items.map((row) => ({ ...row, entity: entityOf(row.entity) }))

/** Throws for a key that nobody bears: a slip in the specifications. */
export const customerOf = (key: string): DemoCustomer => found(CUSTOMERS, key)
export const itemOf = (key: string): DemoItem => found(ITEMS, key)

const found = <T extends { key: string }>(rows: readonly T[], key: string): T => {
  const row = rows.find((one) => one.key === key)
  if (!row) throw new Error(`The demo company knows no ${key}.`)
  return row
}
