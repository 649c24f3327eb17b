import { z } from 'zod'
import { allEndpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DOCUMENTS_PER_CALL_MAX, DocumentWrite } from '#contract/intake.ts'

/** What a schema takes, as far as tests must know it to build the oddest of what it permits. */
export type Shape =
  | { kind: 'object'; fields: [name: string, shape: Shape][]; strict: boolean }
  | { kind: 'list'; member: Shape; length_max: number | undefined }
  | { kind: 'text'; length_max: number | undefined }
  | { kind: 'choice' | 'number' | 'boolean' | 'file' | 'anything' }

/** The parts of a call that carry what the caller writes. Parameters of the path are bounded by the router. */
const PARTS = ['query', 'body', 'form'] as const
export type Part = (typeof PARTS)[number]

/** Where a contract leaves a body open, what the verb reads it as. */
const READ_AS: Readonly<Partial<Record<string, z.ZodType>>> = {
  'intake.submit': z.array(z.strictObject({ invoices_data: DocumentWrite })).max(DOCUMENTS_PER_CALL_MAX),
  'intake.preview': DocumentWrite,
}

/** A part of a call that takes something, as it is read. */
export type TakingPart = { endpoint: Endpoint; part: Part; schema: z.ZodType; shape: Shape }

export const takingParts = (): TakingPart[] =>
  allEndpoints.flatMap((endpoint) =>
    PARTS.flatMap((part) => {
      const schema = (part === 'body' && READ_AS[endpoint.id]) || endpoint[part]
      return schema ? [{ endpoint, part, schema, shape: shapeOf(schema) }] : []
    }),
  )

/** Throws on a kind of schema which no contract has used so far. */
const shapeOf = (schema: z.core.$ZodType): Shape => {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, part]): [string, Shape] => [name, shapeOf(part)])
    return { kind: 'object', fields, strict: schema.def.catchall instanceof z.ZodNever }
  }
  if (schema instanceof z.ZodArray) {
    return { kind: 'list', member: shapeOf(schema.element), length_max: longest(schema) }
  }
  if (schema instanceof z.ZodPipe) return pipeShape(schema)
  if (schema instanceof z.ZodUnion) return shapeOf(firstOf(schema.options))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return shapeOf(schema.def.innerType)
  }
  return leafShape(schema)
}

/** A list is bounded before its members are read; elsewhere what goes in is what the caller writes. */
const pipeShape = ({ in: before, out: after }: z.ZodPipe): Shape => {
  if (before instanceof z.ZodArray && after instanceof z.ZodArray) {
    return { kind: 'list', member: shapeOf(after.element), length_max: longest(before) }
  }
  return shapeOf(before instanceof z.ZodTransform ? after : before)
}

const leafShape = (schema: z.core.$ZodType): Shape => {
  switch (schema._zod.def.type) {
    case 'string':
      return { kind: 'text', length_max: longest(schema) }
    case 'enum':
    case 'literal':
      return { kind: 'choice' }
    case 'number':
    case 'boolean':
    case 'file':
      return { kind: schema._zod.def.type }
    case 'unknown':
    case 'record':
      return { kind: 'anything' }
    default:
      throw new Error(`Teach shapes.ts what a ${schema._zod.def.type} takes.`)
  }
}

const longest = (schema: z.core.$ZodType): number | undefined =>
  schema._zod.def.checks?.find((check) => check instanceof z.core.$ZodCheckMaxLength)?._zod.def.maximum

const firstOf = (options: readonly z.core.$ZodType[]): z.core.$ZodType => {
  const [first] = options
  if (!first) throw new Error('A union of nothing.')
  return first
}

/** The paths of all leaves, and of all objects; a list is entered at its first member. */
export const pathsOf = (shape: Shape): { leaves: string[][]; objects: string[][] } => {
  if (shape.kind === 'list') return below('0', shape.member)
  if (shape.kind !== 'object') return { leaves: [[]], objects: [] }
  const parts = shape.fields.map(([name, part]) => below(name, part))
  return {
    leaves: parts.flatMap(({ leaves }) => leaves),
    objects: [[], ...parts.flatMap(({ objects }) => objects)],
  }
}

const below = (step: string, shape: Shape) => {
  const { leaves, objects } = pathsOf(shape)
  return { leaves: leaves.map((path) => [step, ...path]), objects: objects.map((path) => [step, ...path]) }
}
