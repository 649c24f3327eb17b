import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { SECRET_KEY } from '../world.ts'
import { BARE_ENV } from './bare-env.ts'

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname
const database = await testDatabase()

test('a portal whose output nobody takes goes on', { timeout: 120_000 }, async () => {
  const PORT = String(await freePort())
  // Every write to this device fails for lack of space.
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [MAIN, '--roles=web'], {
    env: {
      ...BARE_ENV,
      LOG_LEVEL: 'trace',
      SECRET_KEY,
      DATABASE_URL: addressOf(database.connection),
      SIMULATOR_URL: 'http://127.0.0.1:9',
      PORT,
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', full, full],
  })
  const ready = () =>
    fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(ready, { timeout: 110_000 }).toBe(200)
  // Each call writes a line.
  for (let call = 0; call < 20; call++) {
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/v1/auth/options/`)
    expect(answer.status).toBe(200)
  }
  expect([child.exitCode, child.signalCode]).toEqual([null, null])
  child.kill('SIGKILL')
})
