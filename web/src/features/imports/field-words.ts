import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { own } from '#codes/own.ts'
import { COLUMNS, headingOf } from '#domain/imports/columns.ts'
import { fieldLabel } from '../../widgets/field-options.ts'
import type { Option } from '../../widgets/search-select/match.ts'

/** Figures that the server calculates, which a file may state: no form asks for them. */
const STATED: Readonly<Record<string, MessageDescriptor>> = {
  subtotal: msg`Line: Subtotal`,
  charges_amount: msg`Line: Charges Amount`,
  total_excluding_tax: msg`Line: Total Excluding Tax`,
  tax_amount: msg`Line: Tax Amount`,
  'document.total_excluding_tax': msg`Total Excluding Tax`,
  total_including_tax: msg`Total Including Tax`,
  total_net_amount: msg`Total Net Amount`,
  total_discount_value: msg`Total Discount`,
  total_tax_amount: msg`Total Tax`,
  total_payable_amount: msg`Total Payable`,
}

const PARTS = { document: '', customer: 'customer.', line: 'items.' }
const FORM_NAMES = new Map(
  COLUMNS.map((column) => [headingOf(column), `${PARTS[column.part]}${column.field}`] as const),
)

/** What people call a field of a file, by its heading as the sample template has it. */
export const fieldWords = (heading: string): string => {
  const stated = own<MessageDescriptor>(STATED, heading)
  if (stated) return i18n._(stated)
  return fieldLabel(FORM_NAMES.get(heading) ?? heading)
}

/** Every field that a column may be. */
export const columnOptions = (): Option[] =>
  COLUMNS.map(headingOf).map((value) => ({ value, label: fieldWords(value), hint: value }))
