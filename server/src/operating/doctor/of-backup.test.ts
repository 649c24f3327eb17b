import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '../../platform/env/env.ts'
import { backupMade } from './of-backup.ts'

const data_dir = await mkdtemp(join(tmpdir(), 'lulus-of-backup-'))
afterAll(() => rm(data_dir, { recursive: true }))
const backup_dir = join(data_dir, 'elsewhere')
const SET = { DATA_DIR: data_dir, BACKUP_DIR: backup_dir }

const stateAt = async (now: string, given: NodeJS.ProcessEnv) =>
  (await backupMade.ask({ env: readEnv(given, []), now: new Date(now) })).state

test('no backup by itself is worth a word, an external database is not', async () => {
  expect(await stateAt('2026-11-29T00:00:00Z', { DATA_DIR: data_dir })).toBe('warn')
  expect(await stateAt('2026-11-29T00:00:00Z', { DATABASE_URL: 'postgres://127.0.0.1:9/x' })).toBe('ok')
  expect(await stateAt('2026-11-29T00:00:00Z', SET)).toBe('warn')
})

const write = async (name: string, text: string) => {
  await mkdir(join(backup_dir, name), { recursive: true })
  await writeFile(join(backup_dir, name, 'backup.json'), text)
}
const recordAt = (at: string, more: object = {}) =>
  JSON.stringify({
    ...{ format: 1, version: '1.0.0', began_at: at, ended_at: at, migrations: [], database_bytes: 0 },
    ...{ key: 'k', settings: [], files: [], ...more },
  })

test('a night that was missed is worth a word, two of them fail, and what cannot be read is none', async () => {
  await write('lulus-20261128T183000Z', recordAt('2026-11-28T18:30:00.000Z'))
  await write('lulus-20261130T183000Z', '{"format":')
  expect(await stateAt('2026-11-29T20:29:00Z', SET)).toBe('ok')
  expect(await stateAt('2026-11-29T20:31:00Z', SET)).toBe('warn')
  expect(await stateAt('2026-11-30T18:31:00Z', SET)).toBe('fail')
})

test('what another machine made, or of another data folder, is no backup of this one', async () => {
  const at = '2026-12-01T18:30:00.000Z'
  await write('lulus-20261201T183000Z', recordAt(at, { host: 'a.trial.example', data_dir }))
  await write('lulus-20261201T183001Z', recordAt(at, { host: hostname(), data_dir: '/elsewhere' }))
  expect(await stateAt('2026-12-01T19:00:00Z', SET)).toBe('fail')
  await write('lulus-20261201T183002Z', recordAt(at, { host: hostname(), data_dir }))
  expect(await stateAt('2026-12-01T19:00:00Z', SET)).toBe('ok')
})

test('one of a time to come fails, since it would pass for the newest until then', async () => {
  await write('lulus-20271201T183000Z', recordAt('2027-12-01T18:30:00.000Z'))
  expect(await stateAt('2026-12-01T19:00:00Z', SET)).toBe('fail')
})
