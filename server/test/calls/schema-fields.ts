import { z } from 'zod'
import { isFields } from '#codes/own.ts'
import type { Endpoint } from '#contract/endpoint.ts'

export type Part = 'params' | 'query' | 'body' | 'form'
export type Path = readonly (string | number)[]

/** A place of a call that a caller fills; `schema` as the contract states it there, undefined where it states none. */
export type Field = { part: Part; path: Path; schema: z.core.$ZodType | undefined }

/** What a caller may put where the contract takes anything. */
const ANYTHING: readonly Path[] = [['name'], ['list', 0], ['deep', 'deeper', 0, 'deepest']]

/** Every field of an endpoint, found by walking its schemas, so that tomorrow's endpoints are found by themselves. */
export const fieldsOf = (endpoint: Endpoint): Field[] =>
  (['params', 'query', 'body', 'form'] as const).flatMap((part) => {
    const schema = endpoint[part]
    return schema ? walk(schema).map((found) => ({ part, ...found })) : []
  })

type Found = Pick<Field, 'path' | 'schema'>

/** The fields of one schema, each path once. Throws on a kind of schema that it does not know. */
export const walk = (schema: z.core.$ZodType): Found[] => {
  const found = new Map(leaves(schema, [], schema).map((leaf) => [leaf.path.join('.'), leaf]))
  // What may be a text or a list is filled as a list: both at once it cannot be.
  const lists = new Set([...found.values()].map(({ path }) => path.slice(0, -1).join('.')))
  return [...found.values()].filter(({ path }) => !lists.has(path.join('.')))
}

const WRAPPERS = [z.ZodOptional, z.ZodNullable, z.ZodDefault] as const
const LEAVES = [
  ...[z.ZodString, z.ZodStringFormat, z.ZodEnum, z.ZodLiteral, z.ZodFile],
  ...[z.ZodNumber, z.ZodBoolean],
] as const

/** `whole` is the schema of the place with all that is wrapped around it: what it takes is judged by that one. */
const leaves = (schema: z.core.$ZodType, path: Path, whole: z.core.$ZodType): Found[] => {
  const inside = (part: z.core.$ZodType, name: string | number) => leaves(part, [...path, name], part)
  const wrapper = WRAPPERS.find((kind) => schema instanceof kind)
  if (wrapper) return leaves((schema as InstanceType<typeof wrapper>).def.innerType, path, whole) // just tested
  if (schema instanceof z.ZodPipe) return leaves(writtenPart(schema), path, whole)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, part]) => inside(part, name))
  }
  if (schema instanceof z.ZodArray) return inside(schema.def.element, 0)
  if (schema instanceof z.ZodRecord) return inside(schema.def.valueType, 'any_name')
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leaves(option, path, whole))
  if (schema instanceof z.ZodUnknown) {
    return ANYTHING.map((below) => ({ path: [...path, ...below], schema: undefined }))
  }
  if (LEAVES.some((kind) => schema instanceof kind)) return [{ path, schema: whole }]
  throw new Error(`${path.join('.')}: the walk does not know this kind of schema`)
}

/** What goes in is what a caller writes; a list is bounded before its members are read. */
const writtenPart = ({ in: before, out: after }: z.ZodPipe) =>
  before instanceof z.ZodArray && after instanceof z.ZodArray ? after : before

/** Whether the contract takes this value there. */
export const takes = ({ schema }: Field, value: unknown) =>
  schema !== undefined && z.safeParse(schema, value).success

/** A copy of `given` with `value` at the path; what stands in the way is replaced. */
export const put = (given: unknown, [name, ...below]: Path, value: unknown): unknown => {
  if (name === undefined) return value
  if (typeof name === 'number') {
    const list: unknown[] = Array.isArray(given) ? [...given] : []
    list[name] = put(list[name], below, value)
    return list
  }
  const fields = isFields(given) ? given : {}
  return { ...fields, [name]: put(fields[name], below, value) }
}
