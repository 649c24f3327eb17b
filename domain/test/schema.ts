/**
 * `npm run test:schema -- FOLDER`: validates the golden documents and random ones, of all types in both versions and
 * unsigned, against the schemas of UBL 2.1 as OASIS publishes them, with the program xmllint. FOLDER holds
 * `maindoc/UBL-Invoice-2.1.xsd`. Exit code 1 when a document is invalid, 2 when it cannot be told.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { checkDocument } from '../src/checks/all.ts'
import { DOCUMENT_TYPE_CODES } from '../src/documents/document.ts'
import { calculate } from '../src/documents/totals.ts'
import { buildInvoice, unsignedText } from '../src/ubl/invoice.ts'
import { DOCUMENT_VERSIONS } from '../src/ubl/versions.ts'
import { asType, sparseEntries } from './arbitraries.ts'
import { ISSUED_AT, readFixtures } from './fixtures.ts'

const RANDOM = 100
const TODAY = { today: '2026-11-20' }

const sound = sparseEntries.filter((entry) =>
  DOCUMENT_TYPE_CODES.every((type) => checkDocument(calculate(asType(entry, type)), TODAY).length === 0),
)

const documents = () => [
  ...readFixtures(),
  ...fc.sample(sound, RANDOM).flatMap((entry, at) =>
    DOCUMENT_TYPE_CODES.map((type) => ({
      name: `random-${at + 1}-${type}`,
      document: calculate(asType(entry, type)),
    })),
  ),
]

const write = (folder: string): string[] =>
  documents().flatMap(({ name, document }) =>
    DOCUMENT_VERSIONS.map((version) => {
      const file = `${name}-${version}.xml`
      const text = unsignedText(buildInvoice(document, { version, issued_at: ISSUED_AT }))
      writeFileSync(join(folder, file), text)
      return file
    }),
  )

const cannotTell = (why: string): never => {
  console.error(why)
  process.exit(2)
}

const schema = join(process.argv[2] ?? '', 'maindoc/UBL-Invoice-2.1.xsd')
if (!existsSync(schema)) cannotTell(`There is no ${schema}. Usage: npm run test:schema -- FOLDER`)
const folder = mkdtempSync(join(tmpdir(), 'lulus-schema-'))
try {
  const files = write(folder)
  const args = ['--noout', '--nonet', '--schema', resolve(schema), ...files]
  const run = spawnSync('xmllint', args, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 })
  if (run.error) cannotTell('The program xmllint is not installed (package libxml2-utils).')
  const lines = run.stderr.split('\n')
  const valid = lines.filter((line) => line.endsWith(' validates')).length
  const told = lines.filter((line) => line !== '' && !line.endsWith(' validates'))
  if (told.length > 0) console.log(told.slice(0, 50).join('\n'))
  console.log(`${valid} of ${files.length} documents are valid UBL 2.1.`)
  process.exitCode = valid === files.length ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
