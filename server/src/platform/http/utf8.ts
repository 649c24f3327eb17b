import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { invalidFields } from '#domain/problems.ts'

/**
 * Throws invalid_fields when a query or a JSON body is not UTF-8. Read all the same, each wrong byte would become
 * U+FFFD and be stored or searched for in place of what was meant.
 */
export const refuseOtherEncodings = ({ url, body_bytes }: FastifyRequest): void => {
  const pieces = url.slice(url.indexOf('?') + 1).split('&')
  const names = pieces.filter((piece) => !isEncodedUtf8(piece)).map(nameOf)
  if (names.length > 0) throw invalidFields(Object.fromEntries(names.map((name) => [name, [NOT_UTF8]])))
  if (body_bytes && !isUtf8(body_bytes)) throw invalidFields({}, [NOT_UTF8])
}

export const NOT_UTF8 = 'This is not UTF-8.'

/** A per cent sign that encodes nothing stands for itself. */
const isEncodedUtf8 = (piece: string): boolean => {
  try {
    decodeURIComponent(piece.replace(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

const nameOf = (piece: string) => piece.split('=', 1)[0] ?? ''
