import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/time/units.ts'
import { atEnd } from '../../../test/ending/at-end.ts'
import { makeTemplate } from '../../../test/global-setup.ts'
import { SECRET_KEY } from '../../../test/world.ts'
import { connectTo } from '../../platform/db/database.ts'
import { startEmbedded } from '../../platform/db/embedded/supervisor.ts'
import { openLog } from '../../platform/log/log.ts'
import { makeBackup } from './make.ts'
import { nameAt, printOf } from './record.ts'

const log = openLog('silent')
const parent = await mkdtemp(join(tmpdir(), 'lulus-make-'))
// Run by root, the database has a user of its own, who must get in.
await chmod(parent, 0o755)
const data_dir = join(parent, 'data')
mkdirSync(data_dir)
const embedded = await startEmbedded({ data_dir, far_root: join(parent, 'far'), log, throw_away: true })
const { db, close } = connectTo(embedded.connection, { pool_max: 2, log })
atEnd(async () => {
  await close()
  await embedded.stop()
  await rm(parent, { recursive: true, force: true })
})
await makeTemplate(db)

const make = (places: { backup_dir: string; anchor_dir?: string }, backup_keep = 14) =>
  makeBackup({
    ...{ db, connection: embedded.connection, secret_key: SECRET_KEY, backup_keep, given: [] },
    ...{ data_dir, anchor_dir: join(parent, 'none'), ...places },
  })

test('of what lies in ANCHOR_DIR, as on a share, a backup has the anchors alone', async () => {
  const anchor_dir = join(parent, 'share')
  const backup_dir = join(anchor_dir, 'backups')
  for (const folder of ['other', 'backups/lulus-20260101T000000Z', 'after-20260101T000000Z'])
    mkdirSync(join(anchor_dir, folder), { recursive: true })
  for (const file of [
    '2026-07-13.json',
    'secret.key',
    'other/2026-07-12.json',
    'backups/lulus-20260101T000000Z/x',
  ])
    writeFileSync(join(anchor_dir, file), '{}')
  const { folder, record } = await make({ backup_dir, anchor_dir })
  expect(record.files.map(({ path }) => path)).toEqual(['base.tar.gz', 'anchors/2026-07-13.json'])
  expect(readdirSync(folder).toSorted()).toEqual(['anchors', 'backup.json', 'base.tar.gz'])
  expect(readdirSync(join(data_dir, 'postgres'))).not.toContain('backup.draft')
})

test('what is older than those to keep goes, where it is of here and can be deleted', async () => {
  const backup_dir = join(parent, 'kept')
  const write = (name: string, more: object = {}) => {
    mkdirSync(join(backup_dir, name), { recursive: true })
    const at = '2020-01-01T00:00:00.000Z'
    const record = {
      ...{ format: 1, version: '1.0.0', began_at: at, ended_at: at, migrations: [], database_bytes: 0 },
      ...{ key: printOf(SECRET_KEY), settings: [], files: [], ...more },
    }
    writeFileSync(join(backup_dir, name, 'backup.json'), JSON.stringify(record))
  }
  write('lulus-20200101T000000Z', { host: hostname(), data_dir })
  write('lulus-20200102T000000Z')
  write('lulus-20200103T000000Z', { host: 'a.trial.example', data_dir })
  write('lulus-20200104T000000Z', { host: hostname(), data_dir: '/elsewhere' })
  write('lulus-20990101T000000Z', { host: hostname(), data_dir })
  // The record of this one is gone with that of its other name.
  symlinkSync(join(backup_dir, 'lulus-20200102T000000Z'), join(backup_dir, 'lulus-20200105T000000Z'))
  const drafts = [13, 11].map((hours) => `${nameAt(new Date(Date.now() - hours * HOUR_MS))}.draft`)
  for (const draft of drafts) mkdirSync(join(backup_dir, draft))

  const { folder, undeleted } = await make({ backup_dir }, 1)
  const stay = ['20200102T000000Z', '20200103T000000Z', '20200104T000000Z', '20990101T000000Z']
  expect(
    readdirSync(backup_dir)
      .map((name) => join(backup_dir, name))
      .toSorted(),
  ).toEqual(
    [
      ...[...stay.map((stamp) => `lulus-${stamp}`), drafts[1] ?? ''].map((name) => join(backup_dir, name)),
      folder,
    ].toSorted(),
  )
  expect(undeleted).toEqual([
    { folder: join(backup_dir, 'lulus-20200102T000000Z'), why: expect.stringContaining('ENOENT') },
  ])
})
