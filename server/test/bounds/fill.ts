import type { Shape } from '../shapes.ts'

/** What stands at a field that is neither list nor object; `usual` is what somebody would send. */
export type Leaves = 'none' | 'longest' | 'wrong' | 'unknown' | 'usual'

export type Style = {
  /** Outside of the innermost lists. */
  around: Leaves
  /** In their members. */
  inner: Leaves
  /** Lists end at the contract's limit, or at the size of the body. */
  lists: 'permitted' | 'endless'
  /** Who gets the bytes: all members of a list that holds lists, or the first. */
  spread: 'each' | 'first'
}

/** Where a contract sets no limit. */
const LENGTH = 1_000
const UNKNOWN_FIELDS = Array.from({ length: 20 }, (_, at) => `"k${at}":0`)

/** JSON of at most so many bytes, except where a single member takes more. */
export const fill = (shape: Shape, bytes: number, style: Style, usual: unknown): string => {
  switch (shape.kind) {
    case 'list':
      return fillList(shape, bytes, style, usual)
    case 'object':
      return fillObject(shape, bytes, style, usual)
    default:
      return leaf(shape, style.around, usual)
  }
}

type List = Extract<Shape, { kind: 'list' }>

const fillList = (list: List, bytes: number, style: Style, usual: unknown): string => {
  const permitted = list.length_max ?? LENGTH
  const outer = holdsList(list.member)
  const share = outer && style.spread === 'each' ? Math.floor(bytes / permitted) - 1 : bytes - 2
  const sample = Array.isArray(usual) ? usual[0] : undefined
  const member = fill(list.member, share, outer ? style : { ...style, around: style.inner }, sample)
  const fitting = Math.floor((bytes - 2) / (member.length + 1))
  const count = style.lists === 'endless' ? fitting : Math.min(fitting, permitted)
  return `[${Array.from({ length: Math.max(1, count) }, () => member).join(',')}]`
}

type Fields = Extract<Shape, { kind: 'object' }>

/** Lists get the bytes that everything else leaves over. */
const fillObject = (object: Fields, bytes: number, style: Style, usual: unknown): string => {
  const samples = new Map(Object.entries(usual ?? {}))
  const filled = (one: [string, Shape], room: number): string[] => {
    const [name, part] = one
    const text = fill(part, room, style, samples.get(name))
    return text === '' ? [] : [`"${name}":${text}`]
  }
  const small = object.fields.filter(([, part]) => !holdsList(part)).flatMap((one) => filled(one, 0))
  const parts = style.around === 'unknown' ? [...small, ...UNKNOWN_FIELDS] : small
  const left = bytes - parts.join(',').length
  const large = object.fields.filter(([, part]) => holdsList(part))
  return `{${[...parts, ...large.flatMap((one) => filled(one, left - one[0].length - 6))].join(',')}}`
}

export const holdsList = (shape: Shape): boolean =>
  shape.kind === 'list' || (shape.kind === 'object' && shape.fields.some(([, part]) => holdsList(part)))

const leaf = (shape: Shape, leaves: Leaves, usual: unknown): string => {
  if (leaves === 'usual') return usual === undefined ? '' : JSON.stringify(usual)
  if (leaves === 'wrong') return shape.kind === 'boolean' ? '"x"' : 'true'
  if (leaves !== 'longest') return ''
  switch (shape.kind) {
    case 'text':
      return JSON.stringify('&'.repeat(shape.length_max ?? LENGTH))
    case 'number':
      return '12345.678'
    case 'boolean':
      return 'true'
    default:
      return '"x"'
  }
}
