import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../..')
const shared = process.env.LULUS_SHARED ?? path.resolve(repository, '../shared')
const folder = path.join(shared, 'reference/samples')

/** The authority's published samples, where a copy lies beside the repository; none elsewhere. */
export const SIGNED_SAMPLES = [
  'one-doc-signed.xml',
  '1.1-Invoice-Consolidated-Sample.xml',
  '1.1-Credit-Note-Sample.json',
  '1.1-Invoice-Consolidated-Sample.json',
  '1.1-Invoice-MultiLineItem-Sample.json',
  'sample-ul-invoice-2.1-signed.min.json',
].filter((name) => existsSync(path.join(folder, name)))

export const UNSIGNED_SAMPLES = ['1.0-Invoice-Sample.json', '1.0-Invoice-Sample.xml'].filter((name) =>
  existsSync(path.join(folder, name)),
)

export const readSample = (name: string): Buffer => readFileSync(path.join(folder, name))
