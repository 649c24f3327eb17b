import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { anchorFolder } from '../../evidence/anchor-folder.ts'
import { anchorsNow, bringAnchorsBack, setAnchorsAside } from './anchors.ts'

const parent = mkdtempSync(join(tmpdir(), 'lulus-anchors-'))
afterAll(() => rmSync(parent, { recursive: true }))

const STAMP = '20261129T183000Z'
const [KEPT, OTHER, LATER, BROUGHT] = [
  '2026-11-26.json',
  '2026-11-27.json',
  '2026-11-28.json',
  '2026-11-25.json',
]
let made = 0

/** One that the backup has too, one that it has otherwise, one that it has not; and one that it alone has. */
const arrange = async () => {
  const folder = join(parent, String(made++))
  const [dir, backup] = [join(folder, 'own'), join(folder, 'backup')]
  const write = (at: string, files: Record<string, string>) => {
    mkdirSync(at, { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(join(at, file), text)
  }
  write(dir, { [KEPT]: 'same', [OTHER]: 'own', [LATER]: 'own' })
  write(backup, { [KEPT]: 'same', [OTHER]: 'of the backup', [BROUGHT]: 'of the backup' })
  const backed_up = anchorFolder(backup)
  const aside = join(dir, `after-${STAMP}`)
  const there = async () =>
    Object.fromEntries(
      await Promise.all(
        readdirSync(dir)
          .filter((file) => file.endsWith('.json'))
          .map(async (file) => [file, await readFile(join(dir, file), 'utf8')]),
      ),
    )
  return { dir, aside, backed_up, was: await anchorsNow(dir, backed_up), there }
}
const BEFORE = { [KEPT]: 'same', [OTHER]: 'own', [LATER]: 'own' }

test('those of the backup take the place of others, which come back', async () => {
  const { was, backed_up, there, dir } = await arrange()
  expect(await setAnchorsAside(was, STAMP, { backed_up })).toMatchObject({ moved: 2 })
  expect(await there()).toEqual({ [KEPT]: 'same', [OTHER]: 'of the backup', [BROUGHT]: 'of the backup' })
  for (const _ of ['once', 'again']) {
    await bringAnchorsBack(was, STAMP)
    expect(await there()).toEqual(BEFORE)
  }
  expect(readdirSync(join(dir, `undone-${STAMP}`)).toSorted()).toEqual([BROUGHT, OTHER])
})

test.each([0, 1, 2])('killed after %d were moved aside all are there again', async (n) => {
  const { was, dir, aside, there } = await arrange()
  mkdirSync(aside)
  for (const file of [OTHER, LATER].slice(0, n)) renameSync(join(dir, file), join(aside, file))
  await bringAnchorsBack(was, STAMP)
  expect(await there()).toEqual(BEFORE)
})

test('killed on the way back it goes on', async () => {
  const { was, backed_up, dir, aside, there } = await arrange()
  await setAnchorsAside(was, STAMP, { backed_up })
  mkdirSync(join(dir, `undone-${STAMP}`))
  renameSync(join(dir, OTHER), join(dir, `undone-${STAMP}`, OTHER))
  renameSync(join(aside, OTHER), join(dir, OTHER))
  await bringAnchorsBack(was, STAMP)
  expect(await there()).toEqual(BEFORE)
})

test('where none may be moved, nothing is, and what was begun is undone', async () => {
  const { was, backed_up, dir, aside, there } = await arrange()
  // A folder of that name, with something in it, takes the place of no file: as a folder that keeps its files.
  mkdirSync(join(aside, OTHER, 'in the way'), { recursive: true })
  await expect(setAnchorsAside(was, STAMP, { backed_up })).rejects.toThrow(/EISDIR|ENOTDIR|EEXIST/)
  rmSync(join(aside, OTHER), { recursive: true })
  await bringAnchorsBack(was, STAMP)
  expect(await there()).toEqual(BEFORE)
  expect(readdirSync(dir).filter((name) => !name.endsWith('.json'))).toEqual([])
})

test('those that are brought are whose the others are', async () => {
  const { was, backed_up, dir } = await arrange()
  const owner =
    process.getuid?.() === 0 ? { uid: 4_711, gid: 4_712 } : { uid: statSync(dir).uid, gid: statSync(dir).gid }
  chownSync(dir, owner.uid, owner.gid)
  const { folder } = await setAnchorsAside(was, STAMP, { backed_up, owner })
  for (const path of [folder, join(dir, BROUGHT), join(dir, OTHER)])
    expect(statSync(path)).toMatchObject(owner)
})
