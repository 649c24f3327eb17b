import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Anchors } from '../../evidence/anchor.ts'
import { anchorFolder } from '../../evidence/anchor-folder.ts'

/** Where anchors lie, which were there before, and with which of them the database that is put back goes on. */
export type SetAside = { dir: string; there: readonly string[]; kept: readonly string[] }

/** `owner`: whose the new files are to be, where root puts back for somebody. */
type Bringing = { backed_up: Anchors; owner?: Owner | undefined }
export type Owner = { uid: number; gid: number }

const asideOf = (dir: string, stamp: string) => join(dir, `after-${stamp}`)
const undoneOf = (dir: string, stamp: string) => join(dir, `undone-${stamp}`)

/** What lies in `dir`, and which is that of the backup; the others name links that the backup does not have. */
export const anchorsNow = async (dir: string, backed_up: Anchors): Promise<SetAside> => {
  const own = anchorFolder(dir)
  const [there, known] = [await own.list(), new Set(await backed_up.list())]
  const kept: string[] = []
  for (const file of there)
    if (known.has(file) && (await own.read(file)) === (await backed_up.read(file))) kept.push(file)
  return { dir, there, kept }
}

/** Moves the anchors that are not kept into a folder of their own there, and brings those of the backup. */
export const setAnchorsAside = async (
  { dir, there, kept }: SetAside,
  stamp: string,
  { backed_up, owner }: Bringing,
): Promise<{ folder: string; moved: number }> => {
  const folder = asideOf(dir, stamp)
  const made = existsSync(dir) ? [folder] : [dir, folder]
  await mkdir(folder, { recursive: true })
  const others = there.filter((file) => !kept.includes(file))
  for (const file of others) await rename(join(dir, file), join(folder, file))
  const own = anchorFolder(dir)
  for (const file of await backed_up.list())
    if (await own.add({ file, text: await backed_up.read(file) })) made.push(join(dir, file))
  if (owner) await giveTo(owner, made)
  return { folder, moved: others.length }
}

/** The other way round, from wherever it was broken off; what it has brought is kept in a folder of its own. */
export const bringAnchorsBack = async ({ dir, there }: SetAside, stamp: string): Promise<void> => {
  const aside = asideOf(dir, stamp)
  if (!existsSync(aside)) return
  const moved = await readdir(aside)
  // One that was there and was not moved yet, or is back already, stays.
  const came = (await anchorFolder(dir).list()).filter(
    (file) => !there.includes(file) || moved.includes(file),
  )
  if (came.length > 0) await mkdir(undoneOf(dir, stamp), { recursive: true })
  for (const file of came) await rename(join(dir, file), join(undoneOf(dir, stamp), file))
  for (const file of moved) await rename(join(aside, file), join(dir, file))
  // A folder that keeps what it has keeps this one too, which is empty.
  await rmdir(aside).catch(() => {})
}

/** Those on another machine may not be given away: then that decides whose they are. */
const giveTo = async ({ uid, gid }: Owner, paths: readonly string[]) => {
  for (const path of paths) await chown(path, uid, gid).catch(() => {})
}
