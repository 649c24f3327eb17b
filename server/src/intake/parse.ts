import { isFields } from '#codes/own.ts'
import { ANSWERED } from '#contract/answered.ts'
import { DocumentWrite } from '#contract/intake.ts'
import { LINES_MAX } from '#domain/checks/lines.ts'
import { isUntaxed } from '#domain/documents/totals.ts'
import { type Change, normaliseIdentity } from '#domain/identity/normalise.ts'
import { toTaxType } from '#domain/shaping/codes.ts'
import { type Shaping, shapePayload } from '#domain/shaping/pipeline.ts'
import type { Recorder, Step } from '#domain/shaping/walk.ts'
import { readAs } from '../platform/http/read-input.ts'
import { leftOver } from './shape.ts'

/** A payload as it is taken: how it was shaped, and what else of it is written otherwise than it came. */
export type Parsed = { payload: DocumentWrite; steps: Step[]; changes: Change[] }

/**
 * One payload shaped by mappings and defaults, read by the contract, its customer's identity written as the authority
 * takes it. Throws invalid_fields with dotted paths, fields that neither we answer nor anybody may set included. Who
 * wants to know what shaped it passes a recorder.
 */
export const parseDocument = (raw: unknown, shaping: Shaping, record?: Recorder): Parsed => {
  const { payload: shaped, steps: all } = shapePayload(withoutAnswered(raw), shaping, record)
  const { payload: read, steps } = leaveUntaxed(readAs(DocumentWrite, shaped), all)
  const { party: customer, changes } = normaliseIdentity(read.customer)
  return {
    payload: { ...read, customer },
    steps,
    changes: [
      ...leftOver(read),
      ...changes.map((change) => ({ ...change, field: `customer.${change.field}` })),
    ],
  }
}

/** A rate that was filled in where none came is for lines that are taxed; what the others would get is taken back. */
const leaveUntaxed = (payload: DocumentWrite, steps: Step[]): Omit<Parsed, 'changes'> => {
  if (steps.length === 0) return { payload, steps }
  const filled = new Set(steps.flatMap(({ field, from }) => (from === '' ? [field] : [])))
  const taken_back = new Set<string>()
  const items = payload.items.map((line, at) => {
    const field = `items.${at}.tax_rate`
    if (!filled.has(field) || !isUntaxed(toTaxType(line.tax_type))) return line
    taken_back.add(field)
    return { ...line, tax_rate: '0' }
  })
  if (taken_back.size === 0) return { payload, steps }
  return { payload: { ...payload, items }, steps: steps.filter(({ field }) => !taken_back.has(field)) }
}

/** The payload without what only our answers say, so that an answer can be sent back. */
const withoutAnswered = (raw: unknown): unknown => {
  if (!isFields(raw)) return raw
  const { customer, items, ...header } = without(ANSWERED.document, raw)
  return {
    ...header,
    customer: isFields(customer) ? without(ANSWERED.customer, customer) : customer,
    items: Array.isArray(items) && items.length <= LINES_MAX ? items.map(withoutAnsweredLine) : items,
  }
}

const withoutAnsweredLine = (line: unknown) => (isFields(line) ? without(ANSWERED.line, line) : line)

/** Keeps a field even of the name `__proto__`, to be refused by it. */
const without = (names: ReadonlySet<string>, fields: Record<string, unknown>): Record<string, unknown> =>
  // Most have none of them, and a copy of hundreds of fields costs more than to look for a few.
  [...names].some((name) => Object.hasOwn(fields, name))
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))
    : fields
