import { ListFilters } from '#contract/document-rows.ts'
import { loadAbsent } from '../../src/access/caller.ts'
import { reportDocuments } from '../../src/documents/reading/report.ts'
import { connectTo } from '../../src/platform/db/database.ts'
import type { Connection } from '../../src/platform/db/pool.ts'
import { openLog } from '../../src/platform/log/log.ts'

/** What the parent test hands over as the only argument, in JSON. `few` is a number that few documents begin with. */
export type ExportOrder = { connection: Connection; user_id: string; few: string; all: string; now: string }

const LOOK_EACH_MS = 20
const LF = 0x0a

// `as`: written by the parent in this same folder.
const order = JSON.parse(process.argv[2] ?? '') as ExportOrder
const { db, close } = connectTo(order.connection, { pool_max: 5, log: openLog('fatal') })
const now = new Date(order.now)
const caller = await loadAbsent(db, { kind: 'user', id: order.user_id }, now)
if (!caller) throw new Error('Nobody may export.')

const take = async (invoice_number: string) => {
  const began_ms = performance.now()
  let [lines, first_ms] = [0, 0]
  for await (const piece of (
    await reportDocuments({ db, caller, now }, ListFilters.parse({ invoice_number }))
  ).content) {
    first_ms ||= performance.now() - began_ms
    for (const byte of Buffer.from(piece)) if (byte === LF) lines += 1
  }
  return { rows: lines - 1, first_ms: Math.round(first_ms) }
}

// All code is loaded and warm before the idle memory is read.
await take(order.few)
globalThis.gc?.()
const idle = process.memoryUsage().rss
let peak = idle
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, LOOK_EACH_MS)
const taken = await take(order.all)
clearInterval(timer)
await close()
process.stdout.write(JSON.stringify({ ...taken, above_idle_mb: Math.round((peak - idle) / 1_048_576) }))
