import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const PROJECT = new URL('../../../run/project.mjs', import.meta.url).href
const folder = await mkdtemp(join(tmpdir(), 'lulus-second-'))
afterAll(() => rm(folder, { recursive: true }))

/** Whether a start by hand goes on, and what it says where it does not. */
const start = (installed: string, env: Record<string, string>) => {
  const text = `import { demandNoService } from '${PROJECT}'; demandNoService(${JSON.stringify(installed)})`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  return { goes_on: status === 0, said: stderr }
}

it('a start by hand beside an installed service makes no second Lulus by mistake', async () => {
  const settings = join(folder, 'lulus.env')
  expect(start(settings, {})).toEqual({ goes_on: true, said: '' })
  await writeFile(settings, 'DATA_DIR=/var/lib/lulus\n', { mode: 0o000 })
  const { goes_on, said } = start(settings, {})
  expect(goes_on).toBe(false)
  expect(said).toContain(settings)
  expect(said).toMatch(/systemctl.*lulus-web and lulus-worker/)
  expect(said).toContain('DATA_DIR')
})

it('a start by hand that says which data are its own goes on', async () => {
  const settings = join(folder, 'own.env')
  await writeFile(settings, '')
  expect(start(settings, { DATA_DIR: './trial' }).goes_on).toBe(true)
  expect(start(settings, { DATABASE_URL: 'postgres://127.0.0.1/trial' }).goes_on).toBe(true)
  expect(start(settings, { DATA_DIR: '' }).goes_on).toBe(false)
})
