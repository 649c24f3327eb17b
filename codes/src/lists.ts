/**
 * The authority's code lists. Rows are `{code, description}` (some carry more keys); each list's origin and
 * date stand in `SOURCES.md`. Codes are strings, also where they look like numbers.
 */
import billingFrequencies from './billing-frequencies.json' with { type: 'json' }
import classificationCodes from './classification-codes.json' with { type: 'json' }
import countries from './countries.json' with { type: 'json' }
import countryAlpha2 from './country-alpha-2.json' with { type: 'json' }
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

/** `since` is the first day on which the code holds, `until` the first on which it no longer does (YYYY-MM-DD). */
export type Code = { code: string; description: string; since?: string; until?: string }

export type CodeList = {
  /** The codes that can be chosen: all but the retired ones. */
  readonly rows: readonly Code[]
  /** Whether the list has the code: on that day, or among those that can be chosen. */
  has(code: string, on?: string): boolean
  /** The description of a code, retired or not, or undefined when the list lacks it. */
  describe(code: string): string | undefined
}

const list = (published: readonly Code[]): CodeList => {
  const byCode = new Map(published.map((row) => [row.code, row]))
  return {
    rows: published.filter(({ until }) => until === undefined),
    has: (code, on) => {
      const row = byCode.get(code)
      if (row === undefined) return false
      if (on === undefined) return row.until === undefined
      return (row.since === undefined || row.since <= on) && (row.until === undefined || on < row.until)
    },
    describe: (code) => byCode.get(code)?.description,
  }
}

export const BILLING_FREQUENCIES = list(billingFrequencies)
export const CLASSIFICATIONS = list(classificationCodes)
export const COUNTRIES = list(countries)
/** The two-letter code (ISO 3166-1) of each country code that is one of ISO. */
export const ALPHA_2: ReadonlyMap<string, string> = new Map(
  countryAlpha2.map(({ code, alpha2 }) => [code, alpha2]),
)
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
