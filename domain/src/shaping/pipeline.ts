import type { Change } from '../identity/normalise.ts'
import { applyEnrichment, type Enrichment } from './enrichment.ts'
import { applyMappings, type Mappings } from './mappings.ts'
import type { Recorder, Shaped, ShapedBy, Step } from './walk.ts'

export type Shaping = { mappings: Mappings; enrichment: Enrichment }

/**
 * What shapes a payload before it is read, in the order of decisions.md §8, with each step in its order. Who wants to
 * know of what did nothing too passes a recorder.
 */
export const shapePayload = (raw: unknown, { mappings, enrichment }: Shaping, record?: Recorder): Shaped => {
  const mapped = applyMappings(raw, mappings, record)
  const enriched = applyEnrichment(mapped.payload, enrichment, record)
  return { payload: enriched.payload, steps: [...mapped.steps, ...enriched.steps] }
}

/** Whether something stands where a field is empty, by its name among `FIELDS`. */
export const isFilled = ({ mappings, enrichment }: Shaping, field: string): boolean =>
  enrichment.has(field) || (mappings.get(field)?.apply('').length ?? 0) > 0

/** What is told of a step: who took it. */
export const WHY: Record<ShapedBy, string> = {
  lookup: 'data mapping',
  hardcode: 'fixed by a data mapping',
  enrichment: 'enrichment default',
}

/** So many different steps of one document are told. */
export const STEPS_TOLD_MAX = 100

/** The steps as changes, told as those are. */
export const tellSteps = (steps: readonly Step[]): Change[] =>
  tellChanges(steps.map(({ field, from, to, by }) => ({ field, from, to, why: WHY[by] })))

/** What happened alike at several lines is told once, what is too much by its number. */
export const tellChanges = (changes: readonly Change[]): Change[] => {
  const alike = [
    ...Map.groupBy(changes, (change) =>
      JSON.stringify([columnOf(change), change.from, change.to, change.why]),
    ),
  ]
  const told = alike.slice(0, STEPS_TOLD_MAX).flatMap(([, [first, ...others]]): Change[] => {
    if (!first || others.length === 0) return first ? [first] : []
    return [{ ...first, field: columnOf(first), why: `${first.why}, in ${others.length + 1} lines` }]
  })
  const untold = alike.length - told.length
  return untold === 0 ? told : [...told, { field: '', from: '', to: '', why: `And ${untold} more.` }]
}

/** The field without the number of its line. */
const columnOf = ({ field }: Change) => field.replace(/^items\.\d+/, 'items')
