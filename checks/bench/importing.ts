import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { sql } from 'kysely'
import { csvCell } from '#domain/text/csv-cell.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { loadAbsent } from '../../server/src/access/caller.ts'
import { openCopy } from '../../server/src/imports/copy.ts'
import { keepImport } from '../../server/src/imports/keep-import.ts'
import { on } from '../../server/src/imports/kept/tables.ts'
import { surveyFile } from '../../server/src/imports/reading/survey.ts'
import { runImport } from '../../server/src/imports/running/run.job.ts'
import { systemClock } from '../../server/src/platform/clock/clock.ts'
import { localFiles } from '../../server/src/platform/files/files.ts'
import type { PipelineStage } from './pipeline-stage.ts'
import type { Row } from './report.ts'
import { time } from './sending.ts'

const LINES = 10
/** One row of so many is wrong. */
const WRONG_EACH = 100
const ROWS_MAX = 1_000_000
const ROUNDS = 5

/** 28 columns, as files of accounting programs have them. */
const cellsOf = (number: string, at: number, today: string): Record<string, string> => ({
  invoice_number: number,
  invoice_type: '01',
  invoice_date: today,
  sender_store_code: 'KUL01',
  invoice_currency: 'MYR',
  document_remarks: 'Sila bayar dalam 30 hari',
  'customer.name': 'Perniagaan Seri Jaya Sdn Bhd',
  'customer.tin_no': 'C25845632020',
  'customer.identity_type': 'BRN',
  'customer.identity_number': '201901012345',
  'customer.email': 'akaun@serijaya.example',
  'customer.contact_number': '+60312345678',
  'customer.address1': '12 Jalan Tun Razak',
  'customer.address2': 'Tingkat 4',
  'customer.zipcode': '50400',
  'customer.city': 'Kuala Lumpur',
  'customer.state': '14',
  'customer.country': 'MYS',
  classification: '022',
  item_description: `Kertas A4 80 g, kotak ${at % LINES}`,
  quantity: '10',
  unit_of_measurement: 'EA',
  unit_price: at % WRONG_EACH === 0 ? 'twelve' : '12.50',
  discount_rate: '5',
  tax_type: '01',
  tax_rate: '10',
  product_tariff: '',
  country_origin: 'MYS',
})

function* linesOf(series: string, rows: number) {
  const today = malaysianDate(systemClock.now())
  yield `${Object.keys(cellsOf('', 1, today)).join(',')}\r\n`
  for (let at = 0; at < rows; at++) {
    const cells = Object.values(cellsOf(`${series}-${Math.floor(at / LINES)}`, at, today))
    yield `${cells.map(csvCell).join(',')}\r\n`
  }
}

/**
 * From the first byte of a file to its last stored document, and to its last checked one, against csv-parse alone. The
 * files are there before: to make them is no part of either. Rounds in turn, of which the median is told.
 */
export const benchImports = async (stage: PipelineStage, rows: number): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'lulus-bench-files-'))
  const files = localFiles(folder)
  try {
    // What was measured before leaves rows to be cleared away, and would have them cleared away meanwhile.
    await sql`VACUUM (ANALYZE)`.execute(stage.db)
    // As in a server that has run for some minutes.
    const warm = { rows, content: [...pieces(linesOf('WARM', rows))] }
    await importFile({ stage, files, ...warm, check_only: false })
    const measured = async (series: string, check_only: boolean) => {
      const rounds = []
      for (let round = 0; round < ROUNDS; round++) {
        const content = [...pieces(linesOf(`${series}${round}`, rows))]
        const job = { stage, files, rows, content, check_only }
        const before_ms = await time(() => parseAlone(content))
        const ms = await time(() => importFile(job))
        const parse_ms = (before_ms + (await time(() => parseAlone(content)))) / 2
        rounds.push({ rate: (rows / ms) * 1000, ratio: parse_ms / ms })
      }
      const { rate, ratio } = middleOf(rounds)
      return { figure: `${Math.round(rate)} rows/s`, ratio }
    }
    return [
      {
        name: 'import of a file, ten lines a document, against csv-parse alone',
        ...(await measured('BULK', false)),
        ...{ goal: 0.25, floor: 0.005 },
      },
      {
        name: 'the same, checked only',
        ...(await measured('CHECK', true)),
        ...{ goal: 0.5, floor: 0.005 },
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const middleOf = <R extends { ratio: number }>(rounds: readonly R[]): R => {
  const middle = rounds.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(rounds.length / 2)]
  if (!middle) throw new Error('There was no round.')
  return middle
}

const parseAlone = async (content: readonly Buffer[]) => {
  const parser = Readable.from(content).pipe(parse())
  let rows = 0
  for await (const _ of parser) rows += 1
  return rows
}

/** As they come from a socket. */
function* pieces(lines: Iterable<string>) {
  let piece = ''
  for (const line of lines) {
    piece += line
    if (piece.length < 65_536) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(piece)
}

type Job = {
  stage: PipelineStage
  files: ReturnType<typeof localFiles>
  rows: number
  content: readonly Buffer[]
  check_only: boolean
}

const importFile = async ({ stage, files, rows, content, check_only }: Job) => {
  const { db, log } = stage
  const now = systemClock.now()
  const caller = await loadAbsent(db, { kind: 'user', id: stage.maker_id }, now)
  if (!caller) throw new Error('Nobody may import.')
  const copy = openCopy(files, Number.MAX_SAFE_INTEGER)
  const survey = await surveyFile(copy.through(Readable.from(content)), ROWS_MAX)
  const file = { ...(await copy.keep()), file_name: 'bench.csv' }
  const wanted = { file, survey, check_only, unattended: true, sender_entity_id: null }
  const { id } = await keepImport({ db, files, caller, now }, wanted)
  const means = { db, files, clock: systemClock, log }
  await runImport(means, { import_id: id }, { run_ms_max: Number.POSITIVE_INFINITY })
  const done = await on(db).selectFrom('imports').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  if (done.state !== 'done' || done.rows !== rows)
    throw new Error(`The import is ${done.state}: ${done.fault}`)
}
