import { isBlank } from '../text/characters.ts'
import { type Rule, type Shaped, shapeFields } from './walk.ts'

export type EnrichmentDefault = { field_name: string; default_value: string }

/** The rules of all defaults, by field. */
export type Enrichment = ReadonlyMap<string, Rule>

export const readEnrichment = (all: readonly EnrichmentDefault[]): Enrichment =>
  new Map(
    all.map(({ field_name, default_value }) => [
      field_name,
      (text) => (isBlank(text) ? [{ to: default_value, by: 'enrichment' }] : []),
    ]),
  )

/** Fills fields that are empty, and no others (decisions.md §8). */
export const applyEnrichment = (payload: unknown, enrichment: Enrichment): Shaped =>
  shapeFields(payload, enrichment)
