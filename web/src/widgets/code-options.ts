import { CLASSIFICATIONS, COUNTRIES, type CodeList, ID_TYPES, MSIC, STATES, TAX_TYPES } from '#codes/lists.ts'
import type { Option } from './search-select/match.ts'

/** A code list as choices, to be made once: a select of thousands must not be rebuilt while someone types. */
export const optionsOf = (list: CodeList): Option[] =>
  list.rows.map(({ code, description }) => ({ value: code, code, label: description }))

export const CLASSIFICATION_OPTIONS = optionsOf(CLASSIFICATIONS)
export const COUNTRY_OPTIONS = optionsOf(COUNTRIES)
export const ID_TYPE_OPTIONS = optionsOf(ID_TYPES)
export const MSIC_OPTIONS = optionsOf(MSIC)
export const STATE_OPTIONS = optionsOf(STATES)
export const TAX_TYPE_OPTIONS = optionsOf(TAX_TYPES)
