/**
 * `npm run bench [-- --short]`: what must stay fast, as ratios within one run. It is the one program of `checks/`
 * that runs product code instead of reading it. Exit code 1 when a row is below its goal; in a short run, below
 * half of it.
 */
import { isFailed, printRows } from './bench/report.ts'
import { benchSigning } from './bench/sign-documents.ts'

const short = process.argv.includes('--short')
const rows = [benchSigning(short ? 15 : 100)]
console.log(printRows(rows))
process.exitCode = rows.some((row) => isFailed(row, short)) ? 1 : 0
