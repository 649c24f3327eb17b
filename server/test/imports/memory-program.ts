import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { loadAbsent } from '../../src/access/caller.ts'
import { openCopy } from '../../src/imports/copy.ts'
import { keepImport } from '../../src/imports/keep-import.ts'
import { on } from '../../src/imports/kept/tables.ts'
import { surveyFile } from '../../src/imports/reading/survey.ts'
import { runImport } from '../../src/imports/running/run.job.ts'
import { connectTo } from '../../src/platform/db/database.ts'
import type { Connection } from '../../src/platform/db/pool.ts'
import { localFiles } from '../../src/platform/files/files.ts'
import { openLog } from '../../src/platform/log/log.ts'
// Says who listens to facts.
import '../../src/worker.ts'
import { csvOf, row } from '../files.ts'

/** What the parent test hands over as the only argument, in JSON. */
export type MemoryOrder = {
  connection: Connection
  user_id: string
  series: string
  rows: number
  now: string
}

const LINES = 10
const LOOK_EACH_MS = 20

// `as`: written by the parent in this same folder.
const order = JSON.parse(process.argv[2] ?? '') as MemoryOrder
const log = openLog('fatal')
const { db, close } = connectTo(order.connection, { pool_max: 5, log })
const folder = await mkdtemp(join(tmpdir(), 'lulus-memory-'))
const files = localFiles(folder)
const now = new Date(order.now)
const clock = { now: () => now }

/** A file of so many rows, a document at a time. */
function* pieces(series: string, rows: number) {
  for (let at = 0; at < rows; at += LINES) {
    const text = csvOf(Array.from({ length: LINES }, () => row(`${series}-${at}`)))
    yield Buffer.from(at === 0 ? text : text.slice(text.indexOf('\r\n') + 2))
  }
}

const importFile = async (series: string, rows: number) => {
  const caller = await loadAbsent(db, { kind: 'user', id: order.user_id }, now)
  if (!caller) throw new Error('Nobody may import.')
  const copy = openCopy(files, Number.MAX_SAFE_INTEGER)
  const survey = await surveyFile(copy.through(Readable.from(pieces(series, rows))), rows)
  const file = { ...(await copy.keep()), file_name: 'memory.csv' }
  const wanted = { file, survey, check_only: false, unattended: true, sender_entity_id: null }
  const { id } = await keepImport({ db, files, caller, now }, wanted)
  const run = { run_ms_max: Number.POSITIVE_INFINITY }
  await runImport({ db, files, clock, log }, { import_id: id }, run)
  return on(db).selectFrom('imports').where('id', '=', id).select('stored').executeTakeFirstOrThrow()
}

// All code is loaded and warm before the idle memory is read.
await importFile(`${order.series}-WARM`, 1_000)
globalThis.gc?.()
const idle = process.memoryUsage().rss
let peak = idle
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, LOOK_EACH_MS)
const { stored } = await importFile(order.series, order.rows)
clearInterval(timer)
await close()
await rm(folder, { recursive: true, force: true })
process.stdout.write(JSON.stringify({ stored, above_idle_mb: Math.round((peak - idle) / 1_048_576) }))
