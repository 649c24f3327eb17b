import { BILLING_FREQUENCIES, CURRENCIES, DOCUMENT_TYPES, UNITS } from '#codes/lists.ts'
import { isSelfBilled } from '#domain/documents/document.ts'
import { optionsOf } from '../../widgets/code-options.ts'
import type { Option } from '../../widgets/search-select/match.ts'

const EVERYDAY_UNITS = 'EA KGM LTR MTR HUR DAY MON SET XBX XCT XPK DZN TNE MTK E48'.split(' ')

/** What clerks need every day stands before the alphabet. */
function commonFirst(options: Option[], codes: readonly string[]): Option[] {
  const common = codes.flatMap((code) => options.filter(({ value }) => value === code))
  return [...common, ...options.filter(({ value }) => !codes.includes(value))]
}

/** The code lists as choices, made once: a select of 2,163 units must not be rebuilt while someone types. */
export const CURRENCY_OPTIONS = commonFirst(optionsOf(CURRENCIES), [
  'MYR',
  'USD',
  'SGD',
  'EUR',
  'CNY',
  'GBP',
  'JPY',
])
export const UNIT_OPTIONS = commonFirst(optionsOf(UNITS), EVERYDAY_UNITS)
export const FREQUENCY_OPTIONS: Option[] = BILLING_FREQUENCIES.rows.map(({ code }) => ({
  value: code,
  label: code,
}))

const types = optionsOf(DOCUMENT_TYPES)
const SELF_BILLED_TYPES = types.filter(({ value }) => isSelfBilled(value))
const OWN_TYPES = types.filter(({ value }) => !isSelfBilled(value))

export const typeOptions = (selfbilling: boolean) => (selfbilling ? SELF_BILLED_TYPES : OWN_TYPES)
