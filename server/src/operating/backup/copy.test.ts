import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { folderOf } from './record.ts'

const parent = mkdtempSync(join(tmpdir(), 'lulus-copy-'))
afterAll(() => rmSync(parent, { recursive: true }))

/** Copies in a process that may write no more than 8 KB into a file, as on a disk that is just full. */
const COPY = `const { copyFile } = await import(process.argv[1])
  console.log(JSON.stringify(await copyFile(process.argv[2], process.argv[3])))`
const LIMITED = 'trap "" XFSZ; ulimit -f 8; exec "$@"'

test('a copy of which not all could be written is none', () => {
  const [from, to] = [join(parent, 'from'), join(parent, 'to')]
  const copy = (bytes: number) => {
    writeFileSync(from, Buffer.alloc(bytes, 'x'))
    const program = [
      process.execPath,
      '--input-type=module',
      '--eval',
      COPY,
      join(import.meta.dirname, 'copy.ts'),
    ]
    return spawnSync('sh', ['-c', LIMITED, 'sh', ...program, from, to], { encoding: 'utf8' })
  }
  const { status, stdout, stderr } = copy(100_000)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('EFBIG')
  rmSync(to)
  expect(copy(1_000)).toMatchObject({ status: 0, stdout: expect.stringContaining('"bytes":1000') })
  expect(readFileSync(to)).toHaveLength(1_000)
})

test('a backup is named by its name, or by a path as a shell completes it', () => {
  expect(folderOf(parent, 'lulus-20261129T183000Z')).toBe(join(parent, 'lulus-20261129T183000Z'))
  expect(folderOf(parent, 'data/backups/one/')).toBe(resolve('data/backups/one'))
  expect(folderOf(parent, join(parent, 'elsewhere/one'))).toBe(join(parent, 'elsewhere/one'))
})
