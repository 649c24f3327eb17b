import { type FieldErrors, invalidFields } from '../problems.ts'
import { textFault } from './characters.ts'
import { cutText } from './cut.ts'

/** The deepest thing that the product takes, a form kept as a template, has 6 levels. */
const LEVELS_MAX = 32
const FINDINGS_MAX = 200
const NAME_LENGTH_MAX = 100

/**
 * Throws invalid_fields naming, by dotted path, every text and every field name in a value from outside that can
 * be neither stored nor sent, and whatever is nested too deeply. What stands below `apart` is left to whoever reads
 * it.
 */
export const refuseBadTexts = (value: unknown, apart?: string): void => {
  const { '': whole, ...fields } = faultsIn(value, apart)
  if (whole || Object.keys(fields).length > 0) throw invalidFields(fields, whole)
}

/** A list, or an object by its names, that is being walked; `at` is the place reached, `above` what holds it. */
type Level = {
  values: readonly unknown[]
  names: readonly string[] | undefined
  at: number
  depth: number
  above: Level | undefined
}

/** Keeps its own stack: nothing has limited the value yet, and a call per level would overflow. */
const faultsIn = (given: unknown, apart: string | undefined): FieldErrors => {
  const faults = new Map<string, string[]>()
  let level: Level | undefined = enter([given], undefined)
  while (level && faults.size < FINDINGS_MAX) {
    level.at += 1
    if (level.at >= level.values.length) {
      level = level.above
      continue
    }
    const name = level.names?.[level.at]
    if (name !== undefined && name === apart) continue
    const value = level.values[level.at]
    const fault = textFault(name ?? '') ?? valueFault(value, level.depth)
    if (fault !== undefined) faults.set(pathOf(level), [fault])
    else if (isNested(value)) level = enter(value, level)
  }
  return Object.fromEntries(faults)
}

const enter = (value: object, above: Level | undefined): Level => {
  const started = { at: -1, depth: above ? above.depth + 1 : 0, above }
  return Array.isArray(value)
    ? { ...started, names: undefined, values: value }
    : { ...started, names: Object.keys(value), values: Object.values(value) }
}

const valueFault = (value: unknown, depth: number): string | undefined => {
  if (typeof value === 'string') return textFault(value)
  return isNested(value) && depth >= LEVELS_MAX ? TOO_DEEP : undefined
}

const TOO_DEEP = `This is nested more deeply than ${LEVELS_MAX} levels.`

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const pathOf = (level: Level): string => {
  const names: string[] = []
  for (let part = level; part.above; part = part.above) {
    names.unshift(cutText(part.names?.[part.at] ?? String(part.at), NAME_LENGTH_MAX))
  }
  return names.join('.')
}
