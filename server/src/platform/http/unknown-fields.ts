import { z } from 'zod'
import type { FieldMessage } from '#domain/problems.ts'
import { shortenText } from '#domain/text/cut.ts'
import { nearest } from '#domain/text/nearest.ts'

/** A path holds the names that the caller sent; a longer one is cut. */
const PATH_CHARS_MAX = 100
/** For so many unknown fields of one reading the known one that may be meant is looked for. */
const SUGGESTIONS_MAX = 10

export const pathOf = (names: readonly PropertyKey[]): string => {
  const path = names.map(String).join('.')
  return shortenText(path, PATH_CHARS_MAX)
}

/** The fields that a schema does not know, the first of them with the known ones that may be meant. */
export const unknownFields = (schema: z.ZodType, issues: readonly z.core.$ZodRawIssue[]): FieldMessage[] => {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ above: issue.path ?? [], key })) : [],
  )
  if (unknown.length === 0) return []
  const known = namesIn(schema)
  return unknown.map(({ above, key }, at) => {
    const meant = at < SUGGESTIONS_MAX ? meantBy(key, above, known) : undefined
    const field = pathOf([...above, key])
    return { field, message: meant ? `Unknown field \`${field}\`; did you mean \`${meant}\`?` : UNKNOWN }
  })
}

const UNKNOWN = 'This field is not known.'

/** Dotted names below one another, a list's members by the list's name. */
type Known = { above: string; name: string }

/** A name of the same object first, then one of anywhere else, with or without the names above it. */
const meantBy = (key: string, above: readonly PropertyKey[], known: readonly Known[]): string | undefined => {
  const here = dotted(above.filter((part) => typeof part === 'string'))
  const beside = known.filter((one) => one.above === here).map(({ name }) => name)
  const sibling = nearest(key, beside)
  if (sibling !== undefined) return pathOf([...above, sibling])
  const elsewhere = new Map(
    known.filter((one) => one.above !== here).map((one) => [dotted([one.above, one.name]), one.name]),
  )
  const byPath = nearest(key, elsewhere.keys())
  if (byPath !== undefined) return byPath
  return [...elsewhere].find(([, name]) => name === key)?.[0]
}

const dotted = (names: readonly PropertyKey[]) => names.map(String).filter(Boolean).join('.')

const namesIn = (schema: z.core.$ZodType, above = ''): Known[] => {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) => [
      { above, name },
      ...namesIn(part, dotted([above, name])),
    ])
  }
  if (schema instanceof z.ZodArray) return namesIn(schema.def.element, above)
  if (schema instanceof z.ZodPipe) return [...namesIn(schema.in, above), ...namesIn(schema.out, above)]
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return wrapped ? namesIn(schema.def.innerType, above) : []
}
