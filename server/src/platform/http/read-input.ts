import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FieldMessage, invalidFindings, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { wrongType } from './faults.ts'
import { readForm } from './read-form.ts'
import { refuseOtherEncodings } from './utf8.ts'

export type ReadInput = { query?: unknown; params?: unknown; body?: unknown; form?: unknown }

/** Reads and checks everything the endpoint takes. Throws invalid_fields, unsupported_type or too_large. */
export const readInput = async (endpoint: Endpoint, request: FastifyRequest): Promise<ReadInput> => {
  const input: ReadInput = {}
  refuseOtherEncodings(request)
  refuseBadTexts(request.headers)
  if (endpoint.params) input.params = check(endpoint.params, request.params)
  if (endpoint.query) input.query = check(endpoint.query, withLists(endpoint.query, request.query))
  if (endpoint.form && isMultipart(request)) {
    const fields = await readForm(request, endpoint)
    input.form = check(endpoint.form, withLists(endpoint.form, fields))
  } else if (endpoint.body) {
    if (!isJson(request) && request.body !== undefined) throw new ProblemError(wrongType('application/json'))
    input.body = check(endpoint.body, request.body, endpoint.judged_apart)
  } else if (endpoint.form) throw new ProblemError(wrongType('multipart/form-data'))
  return input
}

export const isMultipart = (request: FastifyRequest) => mediaType(request) === 'multipart/form-data'
export const isJson = (request: FastifyRequest) => mediaType(request) === 'application/json'
const mediaType = (request: FastifyRequest) =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/** A list given once arrives as a single text: `?status=Valid`. */
const withLists = (schema: z.ZodObject, given: unknown): unknown => {
  const lists = new Set(
    Object.entries(schema.shape).flatMap(([name, part]) => (wantsList(part) ? [name] : [])),
  )
  return Object.fromEntries(
    // Parsed by Fastify or by readForm: an object.
    Object.entries(given as object).map(([name, value]) => [
      name,
      lists.has(name) && !Array.isArray(value) ? [value] : value,
    ]),
  )
}

const wantsList = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodArray) return true
  if (schema instanceof z.ZodPipe) return wantsList(schema.in)
  const wrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
  return wrapped && wantsList(schema.def.innerType)
}

const check = (schema: z.ZodType, value: unknown, apart?: string): unknown => {
  refuseBadTexts(value, apart)
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw invalidInput(read.error)
}

/** What a schema found, as the problem which the caller is told: fields by dotted path. */
export const invalidInput = ({ issues }: z.ZodError): ProblemError =>
  invalidFindings(issues.flatMap(toFindings))

/** A path holds the names that the caller sent; a longer one is cut. */
const PATH_CHARS_MAX = 100

const toFindings = (issue: z.core.$ZodIssue): FieldMessage[] => {
  const at = (...last: string[]) => cut([...issue.path.map(String), ...last].join('.'))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: at(key), message: 'This field is not known.' }))
  }
  if (
    issue.code === 'invalid_type' &&
    issue.input === undefined &&
    issue.message.endsWith('received undefined')
  ) {
    return [{ field: at(), message: 'This field is required.' }]
  }
  return [{ field: at(), message: issue.message }]
}

const cut = (path: string) => (path.length > PATH_CHARS_MAX ? `${path.slice(0, PATH_CHARS_MAX)}…` : path)
