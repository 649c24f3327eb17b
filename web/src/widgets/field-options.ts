import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { FIELDS, fieldOf } from '#domain/shaping/fields.ts'
import { told } from '../i18n.ts'
import type { Option } from './search-select/match.ts'

/** Every field of a document as a choice: what the form calls it, and beneath it the name in files and programs. */
export const fieldOptions = (): Option[] =>
  FIELDS.map(({ value, label }) => ({ value, label: told(label), hint: value }))

/**
 * What the form calls a field; one that is known no more is named as it is kept. The sender has the particulars that a
 * customer has.
 */
export const fieldLabel = (value: string): string => {
  const field = fieldOf(value.replace(/^sender\./, 'customer.'))
  if (!field) return told(value)
  if (!value.startsWith('sender.')) return told(field.label)
  const name = told(field.label.replace(/^Customer: /, ''))
  return i18n._(msg`Company: ${name}`)
}

/** Where an error or a change is (`items.2.tax_type`): what the form calls the field, and in which line, from 1. */
export const fieldPlace = (path: string): { name: string; line: number | undefined } => {
  const [, at] = /^items\.(\d+)\./.exec(path) ?? []
  const name = fieldLabel(path.replace(/^items\.\d+/, 'items'))
  return { name, line: at === undefined ? undefined : Number(at) + 1 }
}
