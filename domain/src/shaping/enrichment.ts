import { isBlank } from '../text/characters.ts'
import { type Recorder, type Rule, type Shaped, shapeFields } from './walk.ts'

export type EnrichmentDefault = { id?: string; field_name: string; default_value: string }

/** The rules of all defaults, by field. */
export type Enrichment = ReadonlyMap<string, Rule>

export const readEnrichment = (all: readonly EnrichmentDefault[]): Enrichment =>
  new Map(
    all.map(({ field_name, default_value, id }) => {
      const filled = { to: default_value, by: 'enrichment' as const, ...(id !== undefined && { id }) }
      const apply = (text: string) => (isBlank(text) ? [filled] : [])
      return [field_name, { apply, sources: [{ by: 'enrichment', count: 1 }] }]
    }),
  )

/** Fills fields that are empty, and no others (decisions.md §8). */
export const applyEnrichment = (payload: unknown, enrichment: Enrichment, record?: Recorder): Shaped =>
  shapeFields(payload, enrichment, record)
