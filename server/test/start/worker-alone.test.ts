import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { session } from '#contract/people/session.ts'
import { addressOf, testDatabase } from '../database.ts'
import { openDatabaseWire } from '../database-wire.ts'
import { atEnd } from '../ending/at-end.ts'
import { freePort } from '../free-port.ts'
import { SECRET_KEY } from '../world.ts'
import { BARE_ENV } from './bare-env.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname

test('a worker alone tells that it lives, and whether it is ready', { timeout: 120_000 }, async () => {
  const wire = await openDatabaseWire((await testDatabase()).connection)
  const folder = await mkdtemp(join(tmpdir(), 'lulus-worker-'))
  const port = await freePort()
  const child = spawn(process.execPath, [MAIN, '--roles=worker'], {
    env: {
      ...BARE_ENV,
      LOG_LEVEL: 'silent',
      SECRET_KEY,
      DATABASE_URL: addressOf(wire.connection),
      DATA_DIR: folder,
      SIMULATOR_URL: 'http://127.0.0.1:9',
      PORT: String(await freePort()),
      HEALTH_PORT: String(port),
      HOST: '127.0.0.1',
      DEMO: 'off',
    },
    stdio: 'ignore',
  })
  atEnd(async () => {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => ask('/readyz'), { timeout: 100_000 }).toBe(200)
  expect(await Promise.all(['/livez', '/metrics', '/', session.options.path].map(ask))).toEqual([
    ...[200, 200],
    ...[404, 404],
  ])
  const figures = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text())
  expect(figures).toMatch(/^lulus_worker_sign_age_seconds \d/m)
  wire.cut()
  wire.freeze()
  await expect.poll(() => ask('/readyz'), { timeout: 20_000 }).toBe(503)
  expect(await ask('/livez')).toBe(200)
})
