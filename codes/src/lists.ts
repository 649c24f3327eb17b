/**
 * The authority's code lists. Rows are `{code, description}` (some carry more keys); each list's origin and
 * date stand in `SOURCES.md`. Codes are strings, also where they look like numbers.
 */
import billingFrequencies from './billing-frequencies.json' with { type: 'json' }
import classificationCodes from './classification-codes.json' with { type: 'json' }
import countries from './countries.json' with { type: 'json' }
import currencies from './currencies.json' with { type: 'json' }
import eInvoiceTypes from './e-invoice-types.json' with { type: 'json' }
import generalTins from './general-tins.json' with { type: 'json' }
import idTypes from './id-types.json' with { type: 'json' }
import msicCodes from './msic-codes.json' with { type: 'json' }
import paymentModes from './payment-modes.json' with { type: 'json' }
import stateCodes from './state-codes.json' with { type: 'json' }
import taxTypes from './tax-types.json' with { type: 'json' }
import tinPrefixes from './tin-prefixes.json' with { type: 'json' }
import unitTypes from './unit-types.json' with { type: 'json' }

export type Code = { code: string; description: string }

export type CodeList = {
  readonly rows: readonly Code[]
  has(code: string): boolean
  /** The description of a code, or undefined when the list lacks it. */
  describe(code: string): string | undefined
}

const list = (rows: readonly Code[]): CodeList => {
  const byCode = new Map(rows.map((row) => [row.code, row.description]))
  return { rows, has: (code) => byCode.has(code), describe: (code) => byCode.get(code) }
}

export const BILLING_FREQUENCIES = list(billingFrequencies)
export const CLASSIFICATIONS = list(classificationCodes)
export const COUNTRIES = list(countries)
export const CURRENCIES = list(currencies)
export const DOCUMENT_TYPES = list(eInvoiceTypes)
export const GENERAL_TINS = list(generalTins)
export const ID_TYPES = list(idTypes)
export const MSIC = list(msicCodes)
export const PAYMENT_MODES = list(paymentModes)
export const STATES = list(stateCodes)
export const TAX_TYPES = list(taxTypes)
export const TIN_PREFIXES = list(tinPrefixes)
export const UNITS = list(unitTypes)
