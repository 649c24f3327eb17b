import { BODY_BYTES_MAX } from '../../src/platform/http/read-form.ts'
import type { Shape, TakingPart } from '../shapes.ts'
import { fill, holdsList, type Leaves, type Style } from './fill.ts'

/** A body that the contract permits, as odd as its limits allow. */
export type WorstBody = { name: string; text(): string }

/** What stands around the lines, and in them. */
const LEAVES: readonly [around: Leaves, inner: Leaves][] = [
  ['none', 'none'],
  ['longest', 'longest'],
  ['wrong', 'wrong'],
  ['unknown', 'unknown'],
  ['usual', 'none'],
  ['usual', 'usual'],
  ['usual', 'longest'],
  ['usual', 'wrong'],
  ['usual', 'unknown'],
]

/** Every worst body of one call, up to its size limit. `usual` is a body that would succeed. */
export const worstBodies = ({ endpoint, shape }: TakingPart, usual: unknown): WorstBody[] => {
  const bytes = endpoint.body_bytes_max ?? BODY_BYTES_MAX
  const styles = (['each', 'first'] as const).flatMap((spread) =>
    (['permitted', 'endless'] as const).flatMap((lists) =>
      LEAVES.map(([around, inner]): Style => ({ around, inner, lists, spread })),
    ),
  )
  const filled = styles.map((style) => ({
    name: holdsList(shape)
      ? `${style.around} around ${style.inner} in ${style.lists} lists, ${style.spread} filled`
      : `${style.around} fields`,
    text: () => fill(shape, bytes, style, usual),
  }))
  const isFirst = ({ name }: WorstBody, at: number) => filled.findIndex((one) => one.name === name) === at
  return [...filled.filter(isFirst), ...monsters(shape, bytes)]
}

/** What is left for a monster beside its place in the body. */
const PLACE_BYTES = 1_000

/** What no schema names: endless keys, texts and nesting, as a whole, in a field and as an unknown field. */
const monsters = (shape: Shape, bytes: number): WorstBody[] => {
  const room = bytes - PLACE_BYTES
  const values: [name: string, text: () => string][] = [
    ['unknown fields', () => `{${repeat((at) => `"k${at}":0`, room)}}`],
    ['one endless name', () => `{"${'n'.repeat(room)}":0}`],
    ['names to be escaped', () => `{${repeat((at) => `"${'\\u0001'.repeat(20)}${at}":0`, room)}}`],
    ['an endless text', () => `"${'\\\\'.repeat(room / 2)}"`],
    ['empty lists', () => `[${repeat(() => '[]', room)}]`],
    ['empty objects', () => `[${repeat(() => '{}', room)}]`],
    ['zeros', () => `[${repeat(() => '0', room)}]`],
    ['nested lists', () => '['.repeat(room / 2) + ']'.repeat(room / 2)],
    ['nested objects', () => `${'{"a":'.repeat(room / 6)}0${'}'.repeat(room / 6)}`],
  ]
  return values.flatMap(([name, text]) => [
    { name: `${name} as a whole`, text },
    { name: `${name} in a field`, text: () => inField(shape, text()) },
    { name: `${name} in an unknown field`, text: () => inUnknown(shape, text()) },
  ])
}

const repeat = (part: (at: number) => string, bytes: number): string => {
  const parts: string[] = []
  for (let at = 0, length = 0; length < bytes; at++) {
    const one = part(at)
    length += one.length + 1
    if (length <= bytes) parts.push(one)
  }
  return parts.join(',')
}

/** The text stands at the first field that takes anything, or else at the first of all. */
const inField = (shape: Shape, text: string): string => {
  if (shape.kind === 'list') return `[${inField(shape.member, text)}]`
  if (shape.kind !== 'object') return text
  const [name, part] = shape.fields.find(([, one]) => holdsAnything(one)) ??
    shape.fields[0] ?? ['any', undefined]
  return `{"${name}":${part ? inField(part, text) : text}}`
}

const holdsAnything = (shape: Shape): boolean =>
  shape.kind === 'anything' ||
  (shape.kind === 'list' && holdsAnything(shape.member)) ||
  (shape.kind === 'object' && shape.fields.some(([, part]) => holdsAnything(part)))

/** The text stands at an unknown field of an object that holds no other. */
const inUnknown = (shape: Shape, text: string): string => {
  if (shape.kind === 'list') return `[${inUnknown(shape.member, text)}]`
  if (shape.kind !== 'object') return text
  const inner = shape.fields.find(([, part]) => part.kind === 'object' || part.kind === 'list')
  return inner ? `{"${inner[0]}":${inUnknown(inner[1], text)}}` : `{"unknown":${text}}`
}
