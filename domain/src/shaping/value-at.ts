import { own } from '#codes/own.ts'

/** What stands at a place like `invoice_lines.0.description`, in fields and in lists; undefined where there is none. */
export const valueAt = (of: unknown, field: string): unknown =>
  field.split('.').reduce((at, name) => (isTable(at) ? own(at, name) : undefined), of)

/** A list too: its entries are named by their numbers. */
const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
