import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const OWN_FOLDER = join(import.meta.dirname, 'own-folder.ts')
const play = (code: string) =>
  spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { ownFolder } from '${OWN_FOLDER}'; ${code}`],
    {
      encoding: 'utf8',
    },
  ).stdout.trim()

test('all tests write to the folder of their run, in which everybody may', () => {
  expect(tmpdir()).toMatch(/\/lulus-tests-\d+$/)
  expect((statSync(tmpdir()).mode & 0o1777).toString(8)).toBe('1777')
})

test('it goes with its run, or with the next one', () => {
  const gone = play('console.log(ownFolder())')
  expect(gone).toMatch(/\/lulus-tests-\d+$/)
  expect(existsSync(gone)).toBe(false)
  // As after a run that was killed: the number of a process that has ended.
  mkdirSync(gone)
  writeFileSync(join(gone, 'left'), 'over')
  const next = play('console.log(ownFolder())')
  expect(dirname(next)).toBe(dirname(gone))
  expect(existsSync(gone)).toBe(false)
})
