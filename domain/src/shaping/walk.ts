import { isFields, own } from '#codes/own.ts'
import { LINES_MAX } from '../checks/lines.ts'
import { cutText } from '../text/cut.ts'
import { FIELDS, type Field, type Part } from './fields.ts'

export type ShapedBy = 'lookup' | 'hardcode' | 'enrichment'

/** One value that was put in place of another: where (`items.3.tax_type`), what came, what it is, and by what. */
export type Step = { field: string; from: string; to: string; by: ShapedBy }

/** A payload as it is taken on, and all that was done to it, in order. */
export type Shaped = { payload: unknown; steps: Step[] }

/** What one mapping or default makes of a text; `id` says which one. */
export type Put = Pick<Step, 'to' | 'by'> & { id?: string }

/** What becomes of a field's text, step by step; nothing where it stays. `sources` says who has a say in it. */
export type Rule = { apply(text: string): readonly Put[]; sources: readonly Source[] }

/** The mappings or the default of a field, and how many of them there are. */
export type Source = { by: ShapedBy; count: number }

/** One field that was looked at: what came, who had a say in it, and what they made of it, in order. */
export type Look = { field: string; came: string; sources: readonly Source[]; put: readonly Put[] }

/** Who wants to be told of every field that a rule looks at, also where nothing comes of it. */
export type Recorder = (look: Look) => void

/** The longest text that a step tells; keys of look-ups are never longer. */
export const STEP_CHARS_MAX = 300

/**
 * Applies each rule to its field, at the lines to each line. What is no text, number or switch, no object or no list
 * of bearable length stays as it came, to be refused by name. What comes is not changed.
 */
export const shapeFields = (
  payload: unknown,
  rules: ReadonlyMap<string, Rule>,
  record?: Recorder,
): Shaped => {
  const steps: Step[] = []
  const told = { steps, record }
  if (rules.size === 0 || !isFields(payload)) return { payload, steps }
  const ruledOf = (part: Part): Ruled[] =>
    FIELDS.flatMap((field) => {
      const rule = field.part === part ? rules.get(field.value) : undefined
      return rule ? [{ field, rule }] : []
    })
  const head = shapePart(payload, '', { ruled: ruledOf('document'), ...told })
  const buyer = shapePart(payload.customer ?? NOBODY, 'customer.', { ruled: ruledOf('customer'), ...told })
  const at_line = { ruled: ruledOf('items'), ...told }
  const lines = payload.items
  const items =
    Array.isArray(lines) && lines.length <= LINES_MAX
      ? lines.map((line, at) => shapePart(line, `items.${at}.`, at_line))
      : lines
  if (steps.length === 0) return { payload, steps }
  return { payload: { ...head, ...(buyer !== NOBODY && { customer: buyer }), items }, steps }
}

/** Of a customer who is not there a rule may still say everything. */
const NOBODY = {}

type Ruled = { field: Field; rule: Rule }
type Shaping = { ruled: Ruled[]; steps: Step[]; record: Recorder | undefined }

const shapePart = <P>(part: P, at: string, { ruled, steps, record }: Shaping): P => {
  if (ruled.length === 0 || !isFields(part)) return part
  const put: [string, string][] = []
  for (const { field, rule } of ruled) {
    const came = textOf(part, field)
    if (came === undefined) continue
    let text = came
    const before = steps.length
    const made = rule.apply(came)
    record?.({ field: at + field.name, came, sources: rule.sources, put: made })
    for (const { to, by } of made) {
      if (to === text) continue
      steps.push({ field: at + field.name, from: cutText(text, STEP_CHARS_MAX), to, by })
      text = to
    }
    // Also what is in the end as it came, but for the blanks around it.
    if (steps.length > before) put.push([field.name, text])
  }
  return put.length === 0 ? part : { ...part, ...Object.fromEntries(put) }
}

/** What a field says, without blanks around it; undefined where it is none that can be read. */
const textOf = (part: Record<string, unknown>, { name, or }: Field): string | undefined => {
  const text = inText(own(part, name))
  return text === '' && or !== undefined ? inText(own(part, or)) : text
}

const inText = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}
