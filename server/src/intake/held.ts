import { isFields, own } from '#codes/own.ts'
import type { DocumentWrite } from '#contract/intake.ts'
import type { TaxDocument } from '#domain/documents/document.ts'
import { valueAt } from '#domain/shaping/value-at.ts'
import type { Step } from '#domain/shaping/walk.ts'
import { LOCKED } from './locked.ts'

/** A payload, and the steps that made it what it is. */
export type Shaped = { payload: DocumentWrite; steps: Step[] }

/**
 * An edit as it was meant: a mapping may not change again what the document holds already, and neither mapping nor
 * default may say what an edit must leave as it is. Such steps are taken back.
 */
export const leaveHeld = ({ payload, steps }: Shaped, document: TaxDocument): Shaped => {
  let left = payload
  const taken_back = new Set<string>()
  for (const [field, at_it] of Map.groupBy(steps, ({ field }) => field)) {
    const came = at_it[0]?.from
    const held = valueAt(document, field)
    if (held === undefined) continue
    const unsaid = came === '' && isLocked(field)
    // A hardcode that overwrites gives the same value each time, so it may; a look-up may give another one.
    const looked_up = at_it.every(({ by }) => by === 'lookup')
    if (!unsaid && !(came === String(held ?? '') && (looked_up || isLocked(field)))) continue
    left = put(left, field.split('.'), held) as DocumentWrite // the document's own value at its own place
    taken_back.add(field)
  }
  return { payload: left, steps: steps.filter(({ field }) => !taken_back.has(field)) }
}

const isLocked = (field: string) =>
  field === 'customer.entity_code' || LOCKED.some((locked) => locked === field)

/** A copy with another value at the place; lists stay lists. */
const put = (of: unknown, [name, ...below]: string[], value: unknown): unknown => {
  if (name === undefined) return value
  if (Array.isArray(of)) return of.with(Number(name), put(of[Number(name)], below, value))
  return isFields(of) ? { ...of, [name]: put(own(of, name), below, value) } : of
}
