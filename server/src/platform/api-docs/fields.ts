import type { Schema } from '#contract/openapi.ts'

export type Field = { name: string; kind: string; required: boolean }

const DEPTH_MAX = 8

/** A schema as a flat list of dotted names, members of lists under `[]`, outermost first. */
export const fieldsOf = (schema: Schema, name = '', required = true, depth = 0): Field[] => {
  const own = name === '' ? [] : [{ name, kind: kindOf(schema), required }]
  if (depth >= DEPTH_MAX) return own
  const { properties = {}, required: needed = [], items } = widest(schema)
  const inner = Object.entries(properties).flatMap(([key, part]) =>
    fieldsOf(part, name === '' ? key : `${name}.${key}`, needed.includes(key), depth + 1),
  )
  return [...own, ...inner, ...(items ? membersOf(items, `${name}[]`, depth) : [])]
}

const membersOf = (items: Schema, name: string, depth: number): Field[] =>
  widest(items).properties
    ? fieldsOf(items, name, true, depth + 1).slice(1)
    : fieldsOf(items, name, true, depth + 1)

/** Of several forms the one with most to tell. */
const widest = (schema: Schema): Schema =>
  schema.anyOf?.map(widest).find((one) => one.properties || one.items) ?? schema

const kindOf = (schema: Schema): string => {
  const { type, format, enum: values, const: only, anyOf, maxLength, maxItems, minimum, maximum } = schema
  if (anyOf) return [...new Set(anyOf.map(kindOf))].filter(Boolean).join(' or ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  const limits = [
    maxLength !== undefined && `at most ${maxLength} characters`,
    maxItems !== undefined && `at most ${maxItems}`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    schema.default !== undefined && `${JSON.stringify(schema.default)} when absent`,
  ].filter((limit) => limit !== false)
  const word = format ?? (Array.isArray(type) ? type.join(' or ') : type) ?? 'anything'
  return [word, ...limits].join(', ')
}
