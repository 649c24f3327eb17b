import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'samples')

/** The authority's published samples; where they are from stands beside them. */
export const SIGNED_SAMPLES = [
  'one-doc-signed.xml',
  '1.1-Invoice-Consolidated-Sample.xml',
  '1.1-Credit-Note-Sample.json',
  '1.1-Invoice-Consolidated-Sample.json',
  '1.1-Invoice-MultiLineItem-Sample.json',
  'sample-ul-invoice-2.1-signed.min.json',
]

export const UNSIGNED_SAMPLES = ['1.0-Invoice-Sample.json', '1.0-Invoice-Sample.xml']

export const readSample = (name: string): Buffer => readFileSync(path.join(folder, name))
