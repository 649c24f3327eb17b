import { isBlank } from '../text/characters.ts'
import { type Put, type Recorder, type Rule, type Shaped, shapeFields } from './walk.ts'

export const MAPPING_TYPES = ['lookup', 'hardcode'] as const

/** One mapping as it is kept; what its type does not use is empty. */
export type Mapping = {
  id?: string
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
export const applyMappings = (payload: unknown, mappings: Mappings, record?: Recorder): Shaped =>
  shapeFields(payload, mappings, record)

/** Whether a look-up of the field, by its name among `FIELDS`, is made of this very text. */
export const isKey = (mappings: Mappings, field: string, text: string): boolean =>
  mappings
    .get(field)
    ?.apply(text)
    .some(({ by }) => by === 'lookup') ?? false

const ruleOf = (own: readonly Mapping[]): Rule => {
  const lookups = new Map(
    own.flatMap((one) => (one.mapping_type === 'lookup' ? [[one.lookup_key, toPut(one)]] : [])),
  )
  const fixed = own.findLast(({ mapping_type }) => mapping_type === 'hardcode')
  const apply = (came: string): Put[] => {
    const found = lookups.get(came)
    const steps = found === undefined ? [] : [found]
    return fixed && (fixed.overwrite || isBlank(found?.to ?? came)) ? [...steps, toPut(fixed)] : steps
  }
  const sources = [
    { by: 'lookup' as const, count: lookups.size },
    { by: 'hardcode' as const, count: Number(fixed !== undefined) },
  ]
  return { apply, sources: sources.filter(({ count }) => count > 0) }
}

const toPut = ({ id, mapping_type: by, lookup_value, hardcode_value }: Mapping): Put => ({
  ...{ by, to: by === 'lookup' ? lookup_value : hardcode_value },
  ...(id !== undefined && { id }),
})
