import { isZero } from '../money/decimal.ts'
import { DEFAULT_EXEMPTION_REASON, supplierOf, type TaxDocument } from './document.ts'

const NOT_STATED = ['', 'NA', 'N/A', 'NOT APPLICABLE', '00000']

/** The state of a party that lives in none. */
export const NO_STATE = '17'

/** Whether a field says something to a reader; the authority wants a word also where nothing applies. */
export const isStated = (value: string) => !NOT_STATED.includes(value.trim().toUpperCase())

/**
 * Why a document bears no tax, as its readers are told. The default is written by the portal, unseen by the clerk, and
 * is told only where nothing contradicts it: a tax that is charged, the supplier's SST number, a line that says itself
 * why it is exempt. What is stored stays as it is.
 */
export const saidExemption = (d: TaxDocument): string => {
  if (d.tax_exemption_reason.trim() !== DEFAULT_EXEMPTION_REASON) return d.tax_exemption_reason
  const contradicted =
    !isZero(d.total_tax_amount) ||
    isStated(supplierOf(d).sst_no) ||
    d.items.some(({ tax_type }) => tax_type === 'E')
  return contradicted ? '' : d.tax_exemption_reason
}
