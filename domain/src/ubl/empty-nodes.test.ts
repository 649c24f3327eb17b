import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asType, sparseEntries } from '../../test/arbitraries.ts'
import { ISSUED_AT } from '../../test/fixtures.ts'
import { bareName, type Node, readTree } from '../../test/reading.ts'
import { checkDocument } from '../checks/all.ts'
import { DOCUMENT_TYPE_CODES } from '../documents/document.ts'
import { calculate } from '../documents/totals.ts'
import { buildInvoice, unsignedText } from './invoice.ts'
import { DOCUMENT_VERSIONS } from './versions.ts'

/** `npm run test:nodes` plays all of them, the suite a sample. Each is built as eight types in two versions. */
const DOCUMENTS = process.env.NODES === 'all' ? 10_000 : 25

const TIME_MS = DOCUMENTS * 1_000
const TODAY = { today: '2026-11-20' }

/** Elements which hold a date, a time, an amount, a rate or a quantity: `NA` is no value there. */
const NO_WORDS = /(?:Date|Time|Amount|Rate|Numeric|Quantity|Percent)$/

const isBlank = (text: string) => /^[\s\p{Cf}]*$/u.test(text)

/** Every node that the authority refuses since August 2026, with its path. */
const refusedNodes = (node: Node, path = bareName(node)): string[] => {
  const attributes = Object.entries(node.attributes).filter(([, value]) => isBlank(value))
  return [
    ...attributes.map(([name]) => `${path}@${name} is empty`),
    ...(node.children.length === 0 && isBlank(node.text) ? [`${path} is empty`] : []),
    ...(NO_WORDS.test(bareName(node)) && node.text === 'NA' ? [`${path} is NA`] : []),
    ...node.children.flatMap((child) => refusedNodes(child, `${path}/${bareName(child)}`)),
  ]
}

test(
  'no document that passes the checks has an empty node, whatever was left out',
  () => {
    let built = 0
    fc.assert(
      fc.property(sparseEntries, (entry) => {
        const documents = DOCUMENT_TYPE_CODES.map((type) => calculate(asType(entry, type)))
        fc.pre(documents.every((document) => checkDocument(document, TODAY).length === 0))
        for (const document of documents)
          for (const version of DOCUMENT_VERSIONS) {
            built += 1
            const text = unsignedText(buildInvoice(document, { version, issued_at: ISSUED_AT }))
            expect(refusedNodes(readTree(text))).toEqual([])
          }
      }),
      { numRuns: DOCUMENTS },
    )
    expect(built).toBe(DOCUMENTS * DOCUMENT_TYPE_CODES.length * DOCUMENT_VERSIONS.length)
  },
  TIME_MS,
)
