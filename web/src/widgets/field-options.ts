import { FIELDS, fieldOf } from '#domain/shaping/fields.ts'
import { told } from '../i18n.ts'
import type { Option } from './search-select/match.ts'

/** Every field of a document as a choice: what the form calls it, and beneath it the name in files and programs. */
export const fieldOptions = (): Option[] =>
  FIELDS.map(({ value, label }) => ({ value, label: told(label), hint: value }))

/** What the form calls a field; one that is known no more is named as it is kept. */
export const fieldLabel = (value: string): string => told(fieldOf(value)?.label ?? value)
