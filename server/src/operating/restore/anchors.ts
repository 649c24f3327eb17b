import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Anchors } from '../../evidence/anchor.ts'
import { anchorFolder } from '../../evidence/anchor-folder.ts'

/** Where anchors lie, and which of them the database that is put back goes on with. */
export type SetAside = { dir: string; kept: readonly string[] }

const asideOf = (dir: string, stamp: string) => join(dir, `after-${stamp}`)
const undoneOf = (dir: string, stamp: string) => join(dir, `undone-${stamp}`)
const returningOf = (dir: string, stamp: string) => join(dir, `returning-${stamp}`)

/** Which anchors of `dir` are those of the backup; the others name links that the backup does not have. */
export const keptAnchors = async (dir: string, backed_up: Anchors): Promise<string[]> => {
  const own = anchorFolder(dir)
  const known = new Set(await backed_up.list())
  const kept: string[] = []
  for (const file of await own.list())
    if (known.has(file) && (await own.read(file)) === (await backed_up.read(file))) kept.push(file)
  return kept
}

/** Moves the anchors that are not kept into a folder of their own there, and brings those of the backup. */
export const setAnchorsAside = async (
  { dir, kept }: SetAside,
  stamp: string,
  backed_up: Anchors,
): Promise<{ folder: string; moved: number }> => {
  const folder = asideOf(dir, stamp)
  await mkdir(folder, { recursive: true })
  const moved = await moveOthers({ dir, kept }, folder)
  const own = anchorFolder(dir)
  for (const file of await backed_up.list()) await own.add({ file, text: await backed_up.read(file) })
  return { folder, moved }
}

/** The other way round. Killed in between, it goes on where it was. */
export const bringAnchorsBack = async ({ dir, kept }: SetAside, stamp: string): Promise<void> => {
  const [aside, returning] = [asideOf(dir, stamp), returningOf(dir, stamp)]
  if (existsSync(aside)) {
    const undone = undoneOf(dir, stamp)
    await mkdir(undone, { recursive: true })
    await moveOthers({ dir, kept }, undone)
    await rename(aside, returning)
  }
  if (!existsSync(returning)) return
  for (const file of await readdir(returning)) await rename(join(returning, file), join(dir, file))
  await rm(returning, { recursive: true })
}

const moveOthers = async ({ dir, kept }: SetAside, to: string): Promise<number> => {
  const others = (await anchorFolder(dir).list()).filter((file) => !kept.includes(file))
  for (const file of others) await rename(join(dir, file), join(to, file))
  return others.length
}
