import type { DocumentEntry } from '../src/documents/document.ts'
import { buildInvoice, unsignedText } from '../src/ubl/invoice.ts'
import { buildDocument } from './build.ts'
import { ISSUED_AT } from './fixtures.ts'
import { type Node, readTree } from './reading.ts'

/** The UBL text of the valid document with these overrides. */
export const buildText = (overrides: Partial<DocumentEntry>): string =>
  unsignedText(buildInvoice(buildDocument(overrides), { version: '1.1', issued_at: ISSUED_AT }))

/** The same, parsed. */
export const buildTree = (overrides: Partial<DocumentEntry>): Node => readTree(buildText(overrides))
