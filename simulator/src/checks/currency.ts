import Big from 'big.js'
import { type Element, type Finding, find, textAt } from '../reading/element.ts'
import { isInForce } from './rules.ts'

/**
 * The exchange rate which a document in another currency must state: DC511 where the target is not MYR, DC512
 * for the rate and the source currency, which is our reading. `now` is UTC ms.
 */
export const checkExchangeRate = (root: Element, now: number): Finding[] => {
  const currency = textAt(root, 'DocumentCurrencyCode')
  const rate = textAt(root, 'TaxExchangeRate/CalculationRate')
  const findings: Finding[] = []
  const add = (code: string, message: string, name: string): void => {
    findings.push({ code, message, path: `Invoice.TaxExchangeRate.${name}` })
  }
  if (currency === '' || currency === 'MYR' || !isInForce('exchangeRate', now)) return []
  if (!/^\d+(\.\d+)?$/.test(rate) || new Big(rate).lte(0)) {
    add('DC512', 'An exchange rate is required when the currency is not MYR', 'CalculationRate')
    return findings
  }
  if (textAt(root, 'TaxExchangeRate/SourceCurrencyCode') !== currency) {
    add('DC512', 'The source currency is not the document currency', 'SourceCurrencyCode')
  }
  if (textAt(root, 'TaxExchangeRate/TargetCurrencyCode') !== 'MYR') {
    add('DC511', 'Foreign target currency should always be MYR', 'TargetCurrencyCode')
  }
  return findings
}

/**
 * Every amount in its currency: taxes in TaxCurrencyCode where given (DC501), all others in the document's
 * (DC502).
 */
export const checkCurrency = (root: Element): Finding[] => {
  const document = textAt(root, 'DocumentCurrencyCode')
  const tax = textAt(root, 'TaxCurrencyCode') || document
  const findings: Finding[] = []
  visit(root, 'Invoice', (element, path) => {
    const currency = element.attributes.get('currencyID')
    if (currency === undefined) return
    const perUnit = element.name === 'PerUnitAmount' && (currency === tax || currency === document)
    if (perUnit) return
    const isTax = element.name === 'TaxAmount' && find(root, 'TaxCurrencyCode') !== undefined
    if (isTax && currency !== tax) {
      findings.push({ code: 'DC501', message: `The tax currency must be ${tax}, not ${currency}`, path })
    } else if (!isTax && currency !== document) {
      findings.push({ code: 'DC502', message: `The currency must be ${document}, not ${currency}`, path })
    }
  })
  return findings.slice(0, FINDINGS_MAX)
}

const FINDINGS_MAX = 50

const visit = (element: Element, path: string, look: (element: Element, path: string) => void): void => {
  look(element, path)
  for (const one of element.children) {
    if (one.name !== 'UBLExtensions') visit(one, `${path}.${one.name}`, look)
  }
}
