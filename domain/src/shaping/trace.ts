import { cutText } from '../text/cut.ts'
import type { Look, Recorder, ShapedBy } from './walk.ts'
import { STEP_CHARS_MAX } from './walk.ts'

/**
 * What the mappings of one kind, or the default, made of a field: `to` is null where it did nothing, and `id` says
 * which one it was where it did. What happened alike at several lines is told once, at the field without its line.
 */
export type TraceLine = {
  field: string
  lines: number
  by: ShapedBy
  from: string
  to: string | null
  id: string | null
  /** How many of this kind the field has. */
  of: number
}

/** So many are told of one document. */
export const TRACE_LINES_MAX = 500

/** Gathers what shapes a payload, in the order in which it happens. */
export const openTrace = (): { record: Recorder; told(): { lines: TraceLine[]; untold: number } } => {
  const alike = new Map<string, TraceLine>()
  const record: Recorder = (look) => {
    for (const line of linesOf(look)) {
      const column = line.field.replace(/^items\.\d+/, 'items')
      const key = JSON.stringify([column, line.by, line.from, line.to])
      const known = alike.get(key)
      if (known) alike.set(key, { ...known, field: column, lines: known.lines + 1 })
      else alike.set(key, line)
    }
  }
  return {
    record,
    told: () => {
      const all = [...alike.values()]
      return { lines: all.slice(0, TRACE_LINES_MAX), untold: Math.max(all.length - TRACE_LINES_MAX, 0) }
    },
  }
}

/** Each of those that had a say, with what it found and what it made of it. */
const linesOf = ({ field, came, sources, put }: Look): TraceLine[] => {
  let text = came
  return sources.map(({ by, count: of }) => {
    const made = put.find((one) => one.by === by)
    const from = text
    text = made?.to ?? text
    const did = made !== undefined && made.to !== from
    return {
      ...{ field, lines: 1, by, from: cutText(from, STEP_CHARS_MAX), of },
      ...{ to: did ? made.to : null, id: did ? (made.id ?? null) : null },
    }
  })
}
