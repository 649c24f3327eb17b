import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentEntry, TaxDocument } from '../src/documents/document.ts'
import { calculate } from '../src/documents/totals.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/documents')

/** The instant at which every golden document was issued. */
export const ISSUED_AT = new Date('2026-11-20T06:05:09.876Z')

export type Fixture = { name: string; document: TaxDocument }

/** Every document of `domain/fixtures/documents`, with its figures. */
export const readFixtures = (): Fixture[] =>
  readdirSync(FOLDER).map((file) => {
    // The files are entries by construction; the test that they pass all checks would find any other shape.
    const entry = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as DocumentEntry
    return { name: file.replace('.json', ''), document: calculate(entry) }
  })
