import { z } from 'zod'
import { isFields, own, setOwn } from '#codes/own.ts'

/** What a quick reader says of a value that it leaves to its schema. */
const UNREAD = Symbol('left to the schema')

/** Reads what is as it should be exactly as the schema does; of everything else it says UNREAD. */
type Reader = (value: unknown) => unknown

const readers = new WeakMap<z.core.$ZodType, Reader>()

/** A schema that has a quick reader. Which of the two reads is nothing that anybody can see. */
export const withReader = <T extends z.ZodType>(
  schema: T,
  read: (value: unknown, unread: typeof UNREAD) => z.output<T> | typeof UNREAD,
): T => {
  readers.set(schema, (value) => read(value, UNREAD))
  return schema
}

/**
 * A strict object that is read field by field, without what zod keeps for each of them in case that it is wrong: the
 * lines of a large file are hundreds of thousands. A field without a quick reader asks its schema.
 */
export const quickObject = <T extends z.ZodObject>(schema: T): T => {
  const fields = Object.entries(schema.shape).map(([name, field]) => {
    const read = readerOf(field)
    return { name, read, absent: read(undefined) }
  })
  const known = new Map(fields.map((field) => [field.name, field]))
  // What stands where nothing is given, in the order of the schema; what is not known beforehand has its place alone.
  const placed = fields.filter(({ absent }) => absent !== undefined)
  const blank = Object.fromEntries(
    placed.map(({ name, absent }) => [name, isSimple(absent) ? absent : undefined]),
  )
  const to_ask = placed.filter(({ absent }) => !isSimple(absent))
  readers.set(schema, (value) => {
    if (!isFields(value)) return UNREAD
    const read: Record<string, unknown> = { ...blank }
    const names = Object.keys(value)
    for (const name of names) {
      const field = known.get(name)
      if (!field) return UNREAD
      // It has no place, and would get the last one.
      if (field.absent === undefined)
        return names.every((one) => known.has(one)) ? inTurn(fields, value) : UNREAD
      const made = field.read(own(value, name))
      if (made === UNREAD) return UNREAD
      setOwn(read, name, made)
    }
    for (const { name, read: readAbsent } of to_ask) {
      if (Object.hasOwn(value, name)) continue
      const made = readAbsent(undefined)
      if (made === UNREAD) return UNREAD
      setOwn(read, name, made)
    }
    return read
  })
  return schema
}

/** Field after field, of an object that has no others. */
const inTurn = (fields: readonly { name: string; read: Reader }[], value: Record<string, unknown>) => {
  const read: Record<string, unknown> = {}
  for (const field of fields) {
    const made = field.read(own(value, field.name))
    if (made === UNREAD) return UNREAD
    if (made !== undefined || Object.hasOwn(value, field.name)) setOwn(read, field.name, made)
  }
  return read
}

/** Whether it is the same for all who have it. */
const isSimple = (value: unknown) =>
  value === null || (typeof value !== 'object' && typeof value !== 'symbol')

/** A list of at most so many members, each of which has a quick reader. */
export const quickList = <T extends z.ZodType>(schema: T, member: z.ZodType, length_max: number): T => {
  const readMember = readerOf(member)
  readers.set(schema, (value) => {
    if (!Array.isArray(value) || value.length > length_max) return UNREAD
    const read: unknown[] = []
    for (const each of value) {
      const made = readMember(each)
      if (made === UNREAD) return UNREAD
      read.push(made)
    }
    return read
  })
  return schema
}

/** What the schema reads, where it has a quick reader to which the value is as it should be. */
export const readQuickly = <T extends z.ZodType>(
  schema: T,
  value: unknown,
): { data: z.output<T> } | undefined => {
  const read = readers.get(schema)?.(value) ?? UNREAD
  // Each reader reads what its schema does.
  return read === UNREAD ? undefined : { data: read as z.output<T> }
}

const readerOf = (schema: z.core.$ZodType): Reader => {
  const reader = readers.get(schema)
  if (reader) return reader
  const may_be_absent = schema instanceof z.ZodOptional
  return (value) => {
    if (value === undefined && may_be_absent) return undefined
    const read = z.safeParse(schema, value)
    return read.success ? read.data : UNREAD
  }
}
