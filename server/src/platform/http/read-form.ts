import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { tooLarge, wholeInvalid } from './faults.ts'
import { NOT_UTF8 } from './utf8.ts'

const FIELDS_MAX = 100
const FILES_MAX = 10
export const BODY_BYTES_MAX = 1_048_576

/** The fields of a multipart form; files as File, a repeated name as a list. Throws too_large. */
export const readForm = async (
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Record<string, unknown>> => {
  const bytes_max = endpoint.body_bytes_max ?? BODY_BYTES_MAX
  const limits = { ...formLimits(bytes_max), fileSize: bytes_max, files: FILES_MAX }
  const fields = gatherFields(bytes_max)
  try {
    for await (const part of request.parts({ limits })) {
      const value =
        part.type === 'file'
          ? new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
          : textOf(part)
      if (value instanceof File) refuseBadTexts({ [part.fieldname]: value.name })
      fields.add(part.fieldname, value)
    }
  } catch (error) {
    throw formFault(error)
  }
  return fields.gathered()
}

/**
 * The text of a part as it was sent. Throws invalid_fields where it is none, or was not UTF-8, of which the parser has
 * made U+FFFD already.
 */
export const textOf = ({ fieldname, value }: { fieldname: string; value: unknown }): string => {
  if (typeof value !== 'string') throw invalidFields({ [fieldname]: ['Please send this field as a text.'] })
  if (value.includes('\ufffd')) throw invalidFields({ [fieldname]: [NOT_UTF8] })
  return value
}

/** Of a form that breaks off, or is none, its parser says so in words of its own, as no error of HTTP. */
export const formFault = (error: unknown): unknown => {
  const known = error instanceof ProblemError || (error instanceof Error && 'statusCode' in error)
  return known ? error : new ProblemError(wholeInvalid('The form could not be read to its end.'), {}, error)
}

/** What the parser of forms takes of texts. */
export const formLimits = (bytes_max: number) => ({
  // One more than allowed: a field that is cut off there is refused below instead of being taken as it is.
  fieldSize: bytes_max + 1,
  fields: FIELDS_MAX,
  parts: FIELDS_MAX,
})

/** Gathers fields of a form, a repeated name as a list; beyond so many bytes in all `add` throws too_large. */
export const gatherFields = (bytes_max: number) => {
  const values = new Map<string, unknown[]>()
  let bytes = 0
  return {
    add: (name: string, value: string | File) => {
      bytes += typeof value === 'string' ? value.length : value.size
      if (bytes > bytes_max) throw new ProblemError(tooLarge(bytes_max))
      values.set(name, [...(values.get(name) ?? []), value])
    },
    gathered: (): Record<string, unknown> =>
      Object.fromEntries([...values].map(([name, given]) => [name, given.length === 1 ? given[0] : given])),
  }
}
