/** One step of a report in a process of its own, which kills itself where it is told: `kills.test.ts` starts it. */
import { Readable } from 'node:stream'
import { connectTo } from '../../src/platform/db/database.ts'
import type { Connection } from '../../src/platform/db/pool.ts'
import { nameListeners } from '../../src/platform/facts/tell.ts'
import { type Files, localFiles } from '../../src/platform/files/files.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { openMail, type SendMail } from '../../src/platform/mail/mail.ts'
import { mailReport } from '../../src/reports/mail.job.ts'
import { writeReport } from '../../src/reports/writing/write.job.ts'
import { memoryPeak } from '../bounds/memory-peak.ts'

/**
 * What the parent hands over as the only argument, in JSON. `die`: right after the file, or the mail, was taken; or in
 * the middle of the file.
 */
export type Order = {
  connection: Connection
  files_dir: string
  smtp_url: string
  run_id: string
  now_ms: number
  step: 'write' | 'mail'
  die: boolean | 'in the middle'
}

// `as`: written by the parent in this same folder.
const order = JSON.parse(process.argv[2] ?? '') as Order
const log = openLog('fatal')
nameListeners([])
const { db, close } = connectTo(order.connection, { pool_max: 2, log })
const die = () => {
  if (order.die) process.kill(process.pid, 'SIGKILL')
}
/** What has come of a file when some of its rows are on the disk. */
const halfOf = async function* (content: AsyncIterable<unknown>) {
  let pieces = 0
  for await (const piece of content) {
    if (pieces === PIECES_MAX) die()
    pieces += 1
    yield piece
  }
}
const PIECES_MAX = 2
const stored = localFiles(order.files_dir)
const files: Files = {
  ...stored,
  put: async (key, content, kind) => {
    const half = order.die === 'in the middle' ? Readable.from(halfOf(content)) : content
    const bytes = await stored.put(key, half, kind)
    die()
    return bytes
  },
}
const post = openMail({ smtp_url: order.smtp_url, mail_from: 'lulus@lulus.example', data_dir: '' })
const send: SendMail = async (...given) => {
  await post(...given)
  die()
}
const clock = { now: () => new Date(order.now_ms) }
const means = { db, files, clock, send, public_url: 'http://lulus.example' }
await (order.step === 'write' ? writeReport(means, order) : mailReport(means, order))
await close()
process.stdout.write(JSON.stringify({ bytes: memoryPeak() }))
