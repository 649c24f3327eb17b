import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { own } from '#codes/own.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { commaList } from '#contract/fields.ts'
import { readQuickly } from '#contract/reading/quickly.ts'
import { inWords } from '#contract/wording.ts'
import { FINDINGS_MAX, type FieldMessage, invalidFindings, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { wrongType } from './faults.ts'
import { readForm } from './read-form.ts'
import { type ArrivingFile, openUpload } from './read-upload.ts'
import { pathOf, unknownFields } from './unknown-fields.ts'
import { refuseOtherEncodings } from './utf8.ts'

export type ReadInput = {
  query?: unknown
  params?: unknown
  body?: unknown
  form?: unknown
  upload?: ArrivingFile
}

/** Reads and checks everything the endpoint takes. Throws invalid_fields, unsupported_type or too_large. */
export const readInput = async (endpoint: Endpoint, request: FastifyRequest): Promise<ReadInput> => {
  const input: ReadInput = {}
  refuseOtherEncodings(request)
  refuseBadTexts(request.headers)
  if (endpoint.params) input.params = check(endpoint.params, request.params)
  if (endpoint.query) input.query = check(endpoint.query, withLists(endpoint.query, request.query))
  if (endpoint.upload && isMultipart(request)) {
    const { form = z.strictObject({}), upload } = endpoint
    const { texts, file } = await openUpload(request, upload, endpoint)
    input.form = check(form, withLists(form, texts))
    input.upload = file
  } else if (endpoint.form && isMultipart(request)) {
    const fields = await readForm(request, endpoint)
    input.form = check(endpoint.form, withLists(endpoint.form, fields))
  } else if (endpoint.form && endpoint.json_too && isJson(request)) {
    input.form = check(endpoint.form, request.body)
  } else if (endpoint.body) {
    if (!isJson(request) && request.body !== undefined) throw new ProblemError(wrongType('application/json'))
    input.body = check(endpoint.body, request.body, endpoint.judged_apart)
  } else if (endpoint.form || endpoint.upload) throw new ProblemError(wrongType('multipart/form-data'))
  else if (typeof request.body === 'string' && !endpoint.ignores_body)
    throw new ProblemError(wrongType('application/json'))
  return input
}

const isMultipart = (request: FastifyRequest) => mediaType(request) === 'multipart/form-data'
export const isJson = (request: FastifyRequest) => mediaType(request) === 'application/json'
const mediaType = (request: FastifyRequest) =>
  request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/** A list given once arrives as a single text, `?status=Valid`, and one text with commas may be given in several. */
const withLists = (schema: z.ZodObject, given: unknown): unknown => {
  const lists = new Set(
    Object.entries(schema.shape).flatMap(([name, part]) => (wantsList(part) ? [name] : [])),
  )
  return Object.fromEntries(
    // Parsed by Fastify or by readForm: an object.
    Object.entries(given as object).map(([name, value]) => [
      name,
      lists.has(name) ? [value].flat() : own(schema.shape, name) === commaList ? [value].join(',') : value,
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
  return readAs(schema, value)
}

/** A value as the schema reads it. Throws invalid_fields with dotted paths, in words for people. */
export const readAs = <T extends z.ZodType>(schema: T, value: unknown): z.output<T> => {
  const quickly = readQuickly(schema, value)
  if (quickly) return quickly.data
  // As safeParse does, but it would finish each issue: a document in which all is wrong has thousands, few are told.
  const read = schema._zod.run({ value, issues: [] }, { async: false })
  if (read instanceof Promise) throw new Error('A contract reads nothing that has to be waited for.')
  const { issues } = read
  if (issues.length === 0) return read.value as z.output<T> // what a schema made of it, without an issue
  const known = issues.filter((issue) => issue.code !== 'unrecognized_keys')
  const told = known.slice(0, FINDINGS_MAX).map(toFinding)
  throw invalidFindings([...told, ...unknownFields(schema, issues)], known.length - told.length)
}

const toFinding = (raw: z.core.$ZodRawIssue): FieldMessage => {
  const { path, message } = z.core.util.finalizeIssue(raw, { error: inWords }, z.config())
  return { field: pathOf(path), message }
}
