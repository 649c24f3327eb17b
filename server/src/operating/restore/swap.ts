import { closeSync, existsSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** A folder, what is to take its place, and whether there was one when that began. */
export type Swapped = { path: string; draft: string; existed: boolean }

export const formerOf = (path: string, stamp: string) => `${path}.before-${stamp}`
export const undoneOf = (path: string, stamp: string) => `${path}.undone-${stamp}`

/** Puts each draft in its place, and what was there beside it. Each step is a renaming, on the disk before the next. */
export const swapIn = (swapped: readonly Swapped[], stamp: string): void => {
  for (const { path, draft } of swapped) {
    if (existsSync(path)) move(path, formerOf(path, stamp))
    move(draft, path)
  }
}

/**
 * Puts back what was there before, and what had taken its place beside it. What there is tells how far `swapIn`, or an
 * earlier run of this, had come: killed in between, either is simply undone again.
 */
export const swapBack = (swapped: readonly Swapped[], stamp: string): void => {
  for (const { path, existed } of swapped.toReversed()) {
    const former = formerOf(path, stamp)
    const is_swapped = existed ? existsSync(former) : existsSync(path)
    if (!is_swapped) continue
    if (existsSync(path)) move(path, undoneOf(path, stamp))
    if (existed) move(former, path)
  }
}

const move = (from: string, to: string) => {
  renameSync(from, to)
  for (const folder of new Set([dirname(from), dirname(to)])) {
    const opened = openSync(folder, 'r')
    fsyncSync(opened)
    closeSync(opened)
  }
}
