import { BODY_BYTES_MAX } from '../../src/platform/http/read-form.ts'
import type { Shape, TakingPart } from '../shapes.ts'

/** Node takes 16 KB of headers; the address is one of them. */
const SEARCH_CHARS_MAX = 14_000
const FORM_FIELDS = 1_000

export type WorstQuery = { name: string; search: string }
export type WorstForm = { name: string; form: FormData }

/** The worst queries of one call, as long as an address may be. */
export const worstQueries = ({ shape }: TakingPart): WorstQuery[] => {
  const fields = fieldsOf(shape)
  const longest = fields.map(([name, part]): [string, string] => [name, 'x'.repeat(lengthOf(part))])
  const [first = 'any'] = fields[0] ?? []
  const written = [
    ['every field at its longest', longest],
    ['every field wrong', fields.map(([name]): [string, string] => [name, '][{}"%00'])],
    ['one field again and again', many((at) => [first, String(at)])],
    ['unknown fields', many((at) => [`k${at}`, ''])],
    ['one endless value', [[first, 'x'.repeat(SEARCH_CHARS_MAX)]]],
    ['one endless name', [['n'.repeat(SEARCH_CHARS_MAX), '']]],
  ] satisfies [string, [string, string][]][]
  return written.map(([name, pairs]) => ({
    name,
    search: new URLSearchParams(pairs).toString().slice(0, SEARCH_CHARS_MAX),
  }))
}

/** The worst forms of one call. */
export const worstForms = ({ endpoint, shape }: TakingPart): WorstForm[] => {
  const bytes = (endpoint.body_bytes_max ?? BODY_BYTES_MAX) - 1_000
  const fields = fieldsOf(shape)
  const [text = 'any'] = fields.find(([, part]) => part.kind === 'text') ?? []
  const [file = 'any'] = fields.find(([, part]) => part.kind === 'file') ?? []
  const large = new File(['x'.repeat(bytes)], 'large.bin')
  const written = [
    ['one file at the size limit', [[file, large]]],
    ['one text at the size limit', [[text, 'x'.repeat(bytes)]]],
    ['more fields than fit', Array.from({ length: FORM_FIELDS }, (_, at) => [`k${at}`, 'x'])],
    ['one field again and again', Array.from({ length: FORM_FIELDS }, (_, at) => [text, String(at)])],
    ['a file where a text belongs', fields.map(([name]) => [name, new File(['x'], 'n'.repeat(1_000))])],
    ['one endless name', [['n'.repeat(bytes), 'x']]],
  ] satisfies [string, (string | File)[][]][]
  return written.map(([name, pairs]) => {
    const form = new FormData()
    for (const [field, value] of pairs)
      form.append(String(field), value instanceof File ? value : String(value))
    return { name, form }
  })
}

const fieldsOf = (shape: Shape) => (shape.kind === 'object' ? shape.fields : [])

const lengthOf = (part: Shape) => Math.min(SEARCH_CHARS_MAX, ('length_max' in part && part.length_max) || 100)

const many = (pair: (at: number) => [string, string]) =>
  Array.from({ length: SEARCH_CHARS_MAX }, (_, at) => pair(at))
