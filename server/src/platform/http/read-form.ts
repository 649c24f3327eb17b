import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { tooLarge } from './faults.ts'

const FIELDS_MAX = 100
const FILES_MAX = 10
export const BODY_BYTES_MAX = 1_048_576

/** The fields of a multipart form; files as File, a repeated name as a list. Throws too_large. */
export const readForm = async (
  request: FastifyRequest,
  endpoint: Endpoint,
): Promise<Record<string, unknown>> => {
  const bytes_max = endpoint.body_bytes_max ?? BODY_BYTES_MAX
  const limits = {
    fileSize: bytes_max,
    // One more than allowed: a field that is cut off there is refused below instead of being taken as it is.
    fieldSize: bytes_max + 1,
    fields: FIELDS_MAX,
    files: FILES_MAX,
    parts: FIELDS_MAX,
  }
  const values = new Map<string, unknown[]>()
  let bytes = 0
  for await (const part of request.parts({ limits })) {
    const value =
      part.type === 'file'
        ? new File([new Uint8Array(await part.toBuffer())], part.filename, { type: part.mimetype })
        : String(part.value)
    if (value instanceof File) refuseBadTexts({ [part.fieldname]: value.name })
    bytes += typeof value === 'string' ? value.length : value.size
    if (bytes > bytes_max) throw new ProblemError(tooLarge(bytes_max))
    values.set(part.fieldname, [...(values.get(part.fieldname) ?? []), value])
  }
  return Object.fromEntries([...values].map(([name, given]) => [name, given.length === 1 ? given[0] : given]))
}
