/**
 * `npm run test:spreadsheets`: opens our exports with LibreOffice (`soffice`, Debian: libreoffice-calc), every column
 * full of cells that a spreadsheet would like to run, and counts formulas. What LibreOffice saves as CSV is then read
 * as an upload: every text must be what it was. Exit code 1 when it is not, 2 when LibreOffice is missing.
 */
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { COLUMNS, headingOf } from '#domain/imports/columns.ts'
import type { CsvColumn } from '#domain/text/csv.ts'
import { withoutGuard } from '#domain/text/csv-cell.ts'
import { REPORT_COLUMNS } from '../src/documents/reading/report-columns.ts'
import { csvRows } from '../src/imports/reading/csv-rows.ts'
import { decodeText } from '../src/imports/reading/decode.ts'
import { csvReply } from '../src/platform/lists/csv-reply.ts'
import { sheetOf, workbookReply } from '../src/platform/lists/workbook-reply.ts'

/** A cell that begins with a sign, or with what is taken for one; TAB and CR end where a cell of an upload begins. */
const SIGNS = [...'=+-@−＝＋－＠﹢﹣₊₋⁺⁻⁼', '\t=', '\r=', '\u200b=', '\u00a0+', "'=", '"=', ' =']
const BODIES = ['1+1', 'HYPERLINK("http://x.example","y")', "cmd|' /C calc'!A0", 'SUM(A1:A9), "a"; b']
const CELLS = SIGNS.flatMap((sign) => BODIES.map((body) => sign + body))

/** Every text column of every file that has one row for each cell of above. */
const texts = (headings: readonly string[]): CsvColumn<string>[] =>
  headings.map((heading) => [heading, (cell) => cell])
const FILES = {
  report: texts(REPORT_COLUMNS.map(([heading]) => heading)),
  upload: texts(COLUMNS.map(headingOf)),
}

/** A sheet behind the first one, as a report has it. */
const BEHIND = 'Tax by type'
const behindOf = (columns: readonly CsvColumn<string>[]) =>
  sheetOf({
    name: BEHIND,
    columns,
    batches: Readable.from([CELLS]),
    is_total: (cell) => cell.startsWith('='),
  })

const next = (after: string | undefined, limit: number) => {
  const from = after === undefined ? 0 : CELLS.indexOf(after) + 1
  return Promise.resolve(CELLS.slice(from, from + limit))
}

const soffice = (folder: string, ...args: string[]) => {
  const home = `-env:UserInstallation=file://${folder}/home`
  const run = spawnSync('soffice', [home, '--headless', ...args], { cwd: folder, encoding: 'utf8' })
  if (!run.error && run.status === 0) return
  console.error(run.error ? 'The program soffice is not installed (package libreoffice-calc).' : run.stderr)
  process.exit(2)
}

/** Field separator comma, quotation mark, UTF-8, from line 1, quoted fields are not all texts: as a person opens it. */
const AS_OPENED = '--infilter=CSV:44,34,UTF8,1,,0,false,true,false,false'
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,UTF8,1,,0,false,true,false'

/** The cells of a file as an upload reads them. */
const readBack = async (file: string): Promise<string[][]> => {
  const rows: string[][] = []
  for await (const some of (await csvRows(decodeText(createReadStream(file), () => {}))).rows)
    rows.push(...some.map(({ cells }) => [...cells]))
  return rows.slice(1)
}

const seen = (text: string) => text.replaceAll(/\r\n?/g, '\n').trim()
const faults: string[] = []

const judge = async (
  folder: string,
  { name, ending, columns }: { name: string; ending: string; columns: number },
) => {
  const file = `${name}.${ending}`
  const opening = ending === 'csv' ? [AS_OPENED] : []
  soffice(folder, ...opening, '--convert-to', 'fods', file)
  const opened = readFileSync(join(folder, `${name}.fods`), 'utf8')
  const formulas = opened.match(/table:formula=/g)?.length ?? 0
  if (formulas > 0) faults.push(`${file}: ${formulas} formulas`)
  const sheets = [...opened.matchAll(/<table:table table:name="([^"]*)"/g)].map(([, sheet]) => sheet)
  if (ending === 'xlsx' && String(sheets) !== String([name, BEHIND])) faults.push(`${file}: sheets ${sheets}`)
  soffice(folder, '--convert-to', AS_CSV, '--outdir', `${folder}/saved`, `${name}.fods`)
  const back = await readBack(join(folder, 'saved', `${name}.csv`))
  // A workbook knows what is a text, so nothing in it was guarded.
  const read = ending === 'csv' ? withoutGuard : (text: string) => text
  const wrong = CELLS.filter(
    (cell, at) => !back[at]?.slice(0, columns).every((text) => seen(read(text)) === seen(cell)),
  )
  for (const cell of wrong) faults.push(`${file}: ${JSON.stringify(cell)} is another text`)
  console.log(`${file}: ${back.length * columns} cells, ${formulas} formulas, ${wrong.length} texts changed`)
}

const folder = mkdtempSync(join(tmpdir(), 'lulus-spreadsheets-'))
try {
  for (const [name, columns] of Object.entries(FILES)) {
    const report = { filename: name, columns, next, sheet: name }
    for (const [ending, made] of [
      ['csv', csvReply(report)] as const,
      ['xlsx', workbookReply({ ...report, behind: [behindOf(columns)] })] as const,
    ]) {
      await pipeline(Readable.from(made.content), createWriteStream(join(folder, `${name}.${ending}`)))
      await judge(folder, { name, ending, columns: columns.length })
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
for (const fault of faults.slice(0, 50)) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
