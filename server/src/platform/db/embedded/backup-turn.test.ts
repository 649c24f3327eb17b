import { mkdirSync, statSync, truncateSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { atEnd } from '../../../../test/ending/at-end.ts'
import { openLog } from '../../log/log.ts'
import { takeBackupTurn } from './backup-turn.ts'
import { houseOf, unpackDraft, withCluster } from './draft-cluster.ts'
import { ask } from './fixtures/owners.ts'
import { startEmbedded } from './supervisor.ts'

const log = openLog('error')
const parent = await mkdtemp(join(tmpdir(), 'lulus-base-backup-'))
// Run by root, the database has a user of its own, who must get in.
await chmod(parent, 0o755)
const data_dir = join(parent, 'data')
mkdirSync(data_dir)
const far_root = join(parent, 'far')
const embedded = await startEmbedded({ data_dir, far_root, log, throw_away: true })
const { connection } = embedded
atEnd(async () => {
  await embedded.stop()
  await rm(parent, { recursive: true, force: true })
})
const house = houseOf(data_dir, far_root)
const draft = join(house.place.root, 'backup.draft')

it('a server that is written to meanwhile writes a copy of itself, which another server runs', async () => {
  await ask(connection, 'CREATE TABLE kept (n int PRIMARY KEY)')
  await ask(connection, 'INSERT INTO kept SELECT generate_series(1, 1000)')
  let written = 1000
  let over = false
  const writing = (async () => {
    while (!over) {
      await ask(connection, `INSERT INTO kept VALUES (${written + 1})`)
      written += 1
    }
  })()
  const turn = await takeBackupTurn(connection)
  const before = written
  await turn.copyCluster(draft)
  const after = written + 1
  over = true
  await writing
  // While files are copied the log of writing need not be kept for it any more.
  expect(await ask(connection, 'SELECT slot_name, restart_lsn FROM pg_replication_slots')).toEqual([
    { slot_name: 'lulus_backup', restart_lsn: null },
  ])
  await turn.end()

  const place = await unpackDraft(house, join(draft, 'base.tar.gz'))
  const rows = await withCluster(house, place, {
    log,
    work: (copy) => ask(copy, 'SELECT count(*)::int AS n, max(n) AS last FROM kept'),
  })
  const [{ n, last } = { n: 0, last: 0 }] = rows
  // All that was there at its beginning, and then one after the other, up to a moment within it.
  expect(n).toBe(last)
  expect(n).toBeGreaterThanOrEqual(before)
  expect(n).toBeLessThanOrEqual(after)
})

it('is one at a time, and what was killed over it keeps nobody waiting', async () => {
  const turn = await takeBackupTurn(connection)
  await expect(takeBackupTurn(connection)).rejects.toThrow('Another backup of this database is under way.')
  await ask(connection, 'SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active')
  await turn.end()
  await expect.poll(() => ask(connection, 'SELECT slot_name FROM pg_replication_slots')).toEqual([])
  const next = await takeBackupTurn(connection)
  await next.end()
})

it('says of a copy that is cut short that it cannot be unpacked', async () => {
  const archive = join(draft, 'base.tar.gz')
  truncateSync(archive, statSync(archive).size >> 1)
  await expect(unpackDraft(house, archive)).rejects.toThrow(/base\.tar\.gz cannot be unpacked: /)
})
