import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sharedGate } from '../../src/authority/wire/shared-gate.ts'
import { secretBox } from '../../src/platform/crypto/secret-box.ts'
import { connectTo } from '../../src/platform/db/database.ts'
import type { Connection } from '../../src/platform/db/pool.ts'
import { localFiles } from '../../src/platform/files/files.ts'
import { openJobs } from '../../src/platform/jobs/runner.ts'
import { openLog } from '../../src/platform/log/log.ts'
import { createEngine, startWorker } from '../../src/worker.ts'

/** What the parent test hands over as the only argument, in JSON. */
export type WorkerOrder = {
  connection: Connection
  simulator_url: string
  secret_key: string
  /** Added to the real time, ms: the test's clock. */
  offset_ms: number
  /** The boundary at which the process kills itself, as by kill -9; empty: never. */
  die_at: string
}

// `as`: written by the parent in this same folder.
const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder
const log = openLog('fatal')
const database = connectTo(order.connection, { pool_max: 5, log })
const box = secretBox(order.secret_key)
const engine = createEngine({
  db: database.db,
  box,
  // The simulator of this test has no limits, so waiting for them would only take time.
  gate: sharedGate({ db: database.db, box, sleep, spacing: () => 0 }),
  clock: { now: () => new Date(Date.now() + order.offset_ms) },
  log,
  simulator_url: order.simulator_url,
})
const jobs = openJobs({ connection: order.connection, log, connections_max: 3 })
const dying = {
  ...engine,
  step: (name: string) => {
    if (name === order.die_at) process.kill(process.pid, 'SIGKILL')
  },
}
// Nothing that is killed here has files or mails.
await startWorker(jobs, dying, {
  files: localFiles(join(tmpdir(), 'lulus-no-files')),
  send: async () => {},
  anchors: { list: async () => [], read: async () => '', add: async () => false },
  anchor_mail_to: undefined,
  ...{ box, webhook_networks: [] },
  secret_key: order.secret_key,
  public_url: '',
  equip: async () => {},
})
process.stdout.write('ready\n')
