import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { desertedFolders, makeFarFolder, rememberOwner } from './far.ts'
import { ask, openOwners, stopped } from './fixtures/owners.ts'
import { findWhereabouts } from './place.ts'

const { parent, far_root, own } = await openOwners()

describe('a database whose user cannot enter DATA_DIR', { timeout: 120_000 }, () => {
  test.runIf(process.getuid?.() === 0)('lies elsewhere, and both know of each other', async () => {
    const closed = join(parent, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const data_dir = join(closed, 'data')
    const both = await Promise.all([own(data_dir), own(data_dir)])
    expect(both[0].pid).toBe(both[1].pid)
    expect(await ask(both[0].connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const folder = dirname(String(both[0].connection.host))
    expect(dirname(folder)).toBe(far_root)
    // One folder, although both made one.
    expect(readdirSync(far_root)).toHaveLength(1)
    expect(findWhereabouts(data_dir, far_root)).toEqual({ outside: folder, deserted: [] })

    rmSync(data_dir, { recursive: true })
    // It is somebody's as long as it runs.
    expect(desertedFolders(far_root)).toEqual([])
    for (const { owner } of both) await stopped(owner, 'SIGTERM')
    const [left] = desertedFolders(far_root)
    expect(left).toMatchObject({ folder, data_dirs: [data_dir] })
    // An empty cluster takes some 40 MB.
    expect(left?.bytes).toBeGreaterThan(20_000_000)
  })
})

describe('a far folder is deserted', () => {
  const root = realpathSync(parent)
  const make = (name: string) => {
    const place = join(root, name)
    const data_dir = join(place, 'data')
    mkdirSync(data_dir, { recursive: true })
    return { data_dir, link: join(data_dir, 'postgres'), far: join(place, 'far') }
  }
  const lead = ({ data_dir, link, far }: ReturnType<typeof make>) => {
    const folder = makeFarFolder(far, undefined)
    symlinkSync(folder, link)
    rememberOwner(folder, data_dir, far)
    return folder
  }

  test('when its DATA_DIR was deleted and made anew', () => {
    const place = make('anew')
    const { data_dir, link, far } = place
    const old = lead(place)
    expect(desertedFolders(far)).toEqual([])
    rmSync(link)
    const folder = lead(place)
    expect(findWhereabouts(data_dir, far)).toMatchObject({
      outside: folder,
      deserted: [{ folder: old, data_dirs: [data_dir] }],
    })
  })

  test('not when its DATA_DIR moved and started there', () => {
    const place = make('moves')
    const { data_dir, far } = place
    const folder = lead(place)
    const moved = `${data_dir}-moved`
    renameSync(data_dir, moved)
    expect(desertedFolders(far)).toMatchObject([{ folder, data_dirs: [data_dir] }])
    rememberOwner(folder, moved, far)
    rememberOwner(folder, moved, far)
    expect(desertedFolders(far)).toEqual([])
    rmSync(moved, { recursive: true })
    expect(desertedFolders(far)).toMatchObject([{ folder, data_dirs: [data_dir, moved] }])
  })

  test('when nothing was written down', () => {
    const { far } = make('unknown')
    const folder = makeFarFolder(far, undefined)
    expect(desertedFolders(far)).toEqual([{ folder, data_dirs: [], bytes: 0 }])
  })

  test('never where there is none', () => {
    expect(desertedFolders(join(root, 'nowhere'))).toEqual([])
  })
})

describe('a database lies outside of DATA_DIR', () => {
  test('when a person has moved it and left a link, but not when it lies there', () => {
    const data_dir = join(parent, 'linked')
    mkdirSync(join(data_dir, 'postgres'), { recursive: true })
    expect(findWhereabouts(data_dir, far_root).outside).toBeUndefined()
    const moved = join(realpathSync(parent), 'linked-elsewhere')
    renameSync(join(data_dir, 'postgres'), moved)
    symlinkSync(moved, join(data_dir, 'postgres'))
    expect(findWhereabouts(data_dir, far_root).outside).toBe(moved)
    // Nothing of ours is written into a folder of the person's choice.
    rememberOwner(moved, data_dir, far_root)
    expect(readdirSync(moved)).toEqual([])
  })
})
