import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FieldErrors, invalidFields, ProblemError } from '#domain/problems.ts'
import { wrongType } from './faults.ts'
import { readForm } from './read-form.ts'

export type ReadInput = { query?: unknown; params?: unknown; body?: unknown; form?: unknown }

/** Reads and checks everything the endpoint takes. Throws invalid_fields, unsupported_type or too_large. */
export const readInput = async (endpoint: Endpoint, request: FastifyRequest): Promise<ReadInput> => {
  const input: ReadInput = {}
  if (endpoint.params) input.params = check(endpoint.params, request.params)
  if (endpoint.query) input.query = check(endpoint.query, withLists(endpoint.query, request.query))
  if (endpoint.form && isMultipart(request)) {
    const fields = await readForm(request, endpoint)
    input.form = check(endpoint.form, withLists(endpoint.form, fields))
  } else if (endpoint.body) {
    if (!isJson(request) && request.body !== undefined) throw new ProblemError(wrongType('application/json'))
    input.body = check(endpoint.body, request.body)
  } else if (endpoint.form) throw new ProblemError(wrongType('multipart/form-data'))
  return input
}

export const isMultipart = (request: FastifyRequest) => mediaType(request) === 'multipart/form-data'
const isJson = (request: FastifyRequest) => mediaType(request) === 'application/json'
const mediaType = (request: FastifyRequest) =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/** A list given once arrives as a single text: `?status=Valid`. */
const withLists = (schema: z.ZodObject, given: unknown): unknown => {
  const values: Record<string, unknown> = { ...(given as Record<string, unknown>) } // parsed by Fastify: an object
  for (const [name, part] of Object.entries(schema.shape)) {
    const value = values[name]
    if (value !== undefined && !Array.isArray(value) && wantsList(part)) values[name] = [value]
  }
  return values
}

const wantsList = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodArray) return true
  if (schema instanceof z.ZodPipe) return wantsList(schema.in)
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return wrapped && wantsList(schema.def.innerType)
}

const check = (schema: z.ZodType, value: unknown): unknown => {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw invalidInput(read.error)
}

/** What a schema found, as the problem which the caller is told: fields by dotted path, the first 200 findings. */
export const invalidInput = ({ issues }: z.ZodError): ProblemError => {
  const { fields, whole } = fieldErrors(issues)
  return invalidFields(fields, whole.length > 0 ? whole : undefined)
}

const ISSUES_MAX = 200

/** Schema findings by dotted path (`items.0.unit_price`); what has no path concerns the whole. */
const fieldErrors = (issues: readonly z.core.$ZodIssue[]): { fields: FieldErrors; whole: string[] } => {
  const fields: FieldErrors = {}
  const whole: string[] = []
  for (const { path, message } of issues.flatMap(named).slice(0, ISSUES_MAX)) {
    if (path === '') whole.push(message)
    else fields[path] = [...(fields[path] ?? []), message]
  }
  return { fields, whole }
}

const named = (issue: z.core.$ZodIssue): { path: string; message: string }[] => {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'This field is not known.' }))
  }
  if (
    issue.code === 'invalid_type' &&
    issue.input === undefined &&
    issue.message.endsWith('received undefined')
  ) {
    return [{ path: path.join('.'), message: 'This field is required.' }]
  }
  return [{ path: path.join('.'), message: issue.message }]
}
