import { cutText } from '#domain/text/cut.ts'
/** One finding of the authority's schema check: `DateExpected` at `#/Invoice[0].InvoicePeriod[0].StartDate[0]._`. */
export type SchemaFinding = { code: string; message: string; path: string }

const FINDING = /\b([A-Z][A-Za-z]{3,40}): (#\/[^\s{}]{1,300})/g
/** Longer than any such text; the comparison below is one of all with all. */
const TEXT_LENGTH_MAX = 5_000
/** Kinds which say only that the fault lies beneath. */
const WRAPPING = /^(?:ArrayItemNotValid|AdditionalPropertiesNotValid|Not(?:Any|All|One)Of)$/

/**
 * The findings in a text of the authority's schema check, the innermost only; none in other texts:
 * `ArrayItemNotValid: #/Invoice[0] { DateExpected: #/Invoice[0].InvoicePeriod[0].StartDate[0]._ }`
 */
export const schemaFindings = (text: string): SchemaFinding[] => {
  const found = cutText(text, TEXT_LENGTH_MAX).matchAll(FINDING)
  const all = [...found].map(([message, code = '', path = '']) => ({ code, message, path }))
  return all.filter(
    (one) =>
      !WRAPPING.test(one.code) || all.every((other) => other === one || !isWithin(other.path, one.path)),
  )
}

const isWithin = (path: string, outer: string) =>
  path.startsWith(outer) && /^(?:$|[.[])/.test(path.slice(outer.length))
