import { isBlank } from '../text/characters.ts'
import { type Rule, type Shaped, shapeFields } from './walk.ts'

export const MAPPING_TYPES = ['lookup', 'hardcode'] as const

/** One mapping as it is kept; what its type does not use is empty. */
export type Mapping = {
  field: string
  mapping_type: (typeof MAPPING_TYPES)[number]
  lookup_key: string
  lookup_value: string
  hardcode_value: string
  overwrite: boolean
}

/** The rules of all mappings, by field: made once, used for many documents. */
export type Mappings = ReadonlyMap<string, Rule>

/** Of two look-ups of one key, or two fixed values of one field, the later one holds. */
export const readMappings = (all: readonly Mapping[]): Mappings =>
  new Map([...Map.groupBy(all, ({ field }) => field)].map(([field, own]) => [field, ruleOf(own)]))

/**
 * Look-ups see each value as it came: one becomes another at most once. Then hardcodes: where a field is empty, or
 * always where they overwrite (decisions.md §8).
 */
export const applyMappings = (payload: unknown, mappings: Mappings): Shaped => shapeFields(payload, mappings)

const ruleOf = (own: readonly Mapping[]): Rule => {
  const lookups = new Map(
    own.flatMap((one) => (one.mapping_type === 'lookup' ? [[one.lookup_key, one.lookup_value]] : [])),
  )
  const fixed = own.findLast(({ mapping_type }) => mapping_type === 'hardcode')
  return (came) => {
    const found = lookups.get(came)
    const steps = found === undefined ? [] : [{ to: found, by: 'lookup' as const }]
    return fixed && (fixed.overwrite || isBlank(found ?? came))
      ? [...steps, { to: fixed.hardcode_value, by: 'hardcode' }]
      : steps
  }
}
