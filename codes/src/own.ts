/**
 * What a table holds under a name that comes from outside: only its own entries, never what every object inherits
 * (`constructor`, `toString`, `__proto__`). checks/lookups.ts sees to it that such names are looked up by this alone.
 */
export const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/**
 * Sets what a table holds under a name that we have written ourselves: a field's, a column's. Under `__proto__`, which
 * none of them is, it would hold nothing.
 */
export const setOwn = <T>(table: Record<string, T>, name: string, value: T): void => {
  table[name] = value
}

/** Whether something holds fields by their names; a list does not. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
