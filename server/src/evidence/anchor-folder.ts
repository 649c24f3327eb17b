import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertOutsideTransaction } from '../platform/db/database.ts'
import { noneIfAbsent } from '../platform/files/absent.ts'
import type { Anchors } from './anchor.ts'

const NAME = /^\d{4}-\d{2}-\d{2}\.json$/

/** Anchors in a folder of this machine, which may be one that only takes new files. */
export const anchorFolder = (dir: string): Anchors => ({
  list: async () => {
    const names = await readdir(dir).catch(noneIfAbsent)
    return names.filter((name) => NAME.test(name)).toSorted()
  },
  read: (file) => readFile(join(dir, file), 'utf8'),
  add: async ({ file, text }) => {
    assertOutsideTransaction('anchors')
    await mkdir(dir, { recursive: true })
    const draft = join(dir, `.${randomUUID()}`)
    try {
      const written = await open(draft, 'wx', 0o600)
      try {
        await written.writeFile(text)
        await written.sync()
      } finally {
        await written.close()
      }
      // Unlike a renaming, a second name never takes the place of a file.
      await link(draft, join(dir, file))
    } catch (error) {
      if (isThere(error)) return false
      throw error
    } finally {
      await rm(draft, { force: true })
    }
    const folder = await open(dir, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    return true
  },
})

const isThere = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'
