import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './ending/at-end.ts'

export type SmallDisk = { folder: string; fill(): void; clear(): void }

const BLOCKS = [1024 * 1024, 4096, 1]

/** A file system of its own of so many MB, in memory; undefined where this user may not mount one. */
export const openSmallDisk = (mb: number): SmallDisk | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'lulus-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmdirSync(folder)
    return undefined
  }
  // Lazily: what is still open there goes when its owner does.
  atEnd(() => {
    spawnSync('umount', ['-l', folder])
    rmdirSync(folder)
  })
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Leaves no room for another byte. */
    fill: () => {
      const file = openSync(filler, 'a')
      for (const size of BLOCKS) writeAllThatFits(file, Buffer.alloc(size))
      closeSync(file)
    },
    clear: () => rmSync(filler, { force: true }),
  }
}

const writeAllThatFits = (file: number, block: Buffer) => {
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
