/**
 * `npm run bench:load [-- DOCUMENTS] [-- --short]`: an office of fifty people in front of an archive, a million
 * documents unless told, while the worker sends at the authority's full pace. Exit code 1 when a row is below its goal;
 * in a short run, below its floor.
 */
import { openOffice } from './bench/load/office.ts'
import { playOffice } from './bench/load/play.ts'
import { isFailed, printRows } from './bench/report.ts'
import { openFilled } from './bench/scale/filled.ts'

const DOCUMENTS = 1_000_000
const [wanted] = process.argv.slice(2).filter((word) => /^[0-9_]+$/.test(word))
const documents = wanted ? Number(wanted.replaceAll('_', '')) : DOCUMENTS
const short = process.argv.includes('--short')
const office = await openOffice(await openFilled(documents))
try {
  const lengths = short ? { window_s: 10, hold_s: 30 } : { window_s: 30, hold_s: 600 }
  const rows = await playOffice(office, lengths)
  console.log(printRows(rows))
  process.exitCode = rows.some((row) => isFailed(row, short)) ? 1 : 0
} finally {
  await office.close()
}
