import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { runningPostmaster } from '../../platform/db/embedded/lock.ts'
import { readText } from '../../platform/db/embedded/proc.ts'
import { restorationFile } from '../../platform/db/embedded/restoration.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { syncFolder } from '../backup/copy.ts'
import { bringAnchorsBack } from './anchors.ts'
import { formerOf, swapBack, undoneOf } from './swap.ts'

/** What is put in the place of what: written down before anything is touched, and kept for `restore undo`. */
const Restoration = z.object({
  name: z.string(),
  stamp: z.string(),
  pid: z.number(),
  /** People have worked with what it put back: nothing of that is deleted when it is undone. */
  is_used: z.boolean(),
  swapped: z.array(z.object({ path: z.string(), draft: z.string(), existed: z.boolean() })),
  /** What is deleted whatever comes of it. */
  scratch: z.array(z.string()),
  anchors: z.object({
    dir: z.string(),
    there: z.array(z.string()).readonly(),
    kept: z.array(z.string()).readonly(),
  }),
})
export type Restoration = z.infer<typeof Restoration>

const doneFile = (data_dir: string) => join(data_dir, 'restored.json')

export const beginRestoration = async (data_dir: string, restoration: Restoration): Promise<void> => {
  const file = restorationFile(data_dir)
  writeFileSync(`${file}.draft`, JSON.stringify(restoration), { flush: true })
  await rename(`${file}.draft`, file)
  await syncFolder(data_dir)
}

export const endRestoration = async (data_dir: string, { scratch }: Restoration): Promise<void> => {
  for (const folder of scratch) rmSync(folder, { recursive: true, force: true })
  await rename(restorationFile(data_dir), doneFile(data_dir))
  await syncFolder(data_dir)
}

/** Throws a StartError while the embedded database runs. */
export const demandStopped = (cluster: string): void => {
  if (!runningPostmaster(cluster)) return
  throw new StartError(
    `Lulus runs on ${cluster}. Stop it first, with every process of it: Ctrl-C, or systemctl stop lulus.`,
  )
}

/**
 * Undoes what a restoration that was broken off has done, if there is one: the state of before is whole again. Throws a
 * StartError while its process lives.
 */
export const undoHalf = async (data_dir: string): Promise<boolean> => {
  const restoration = readIfThere(restorationFile(data_dir))
  if (!restoration) return false
  const { pid, swapped, stamp, is_used, scratch } = restoration
  if (pid !== process.pid && isRestoring(pid))
    throw new StartError(`Another restoration is under way (process ${pid}): wait for its end.`)
  // The server that it had started ends with it, in a moment.
  for (let i = 0; i < ENDING_LOOKS_MAX && isRunning(swapped); i++) await sleep(ENDING_LOOK_MS)
  await putBack(data_dir, restoration)
  const halves = is_used ? [] : swapped.map(({ path }) => undoneOf(path, stamp))
  for (const half of [...scratch, ...halves]) rmSync(half, STILL_WRITTEN)
  if (is_used) rmSync(doneFile(data_dir), { force: true })
  rmSync(restorationFile(data_dir))
  return true
}

/** Takes the newest restoration back, be it at its end or half done; answers in words what became of what. */
export const undoRestoration = async (data_dir: string): Promise<string> => {
  if (await undoHalf(data_dir)) return 'The restoration was broken off; all is as it was before it.'
  const restoration = readIfThere(doneFile(data_dir))
  if (!restoration) throw new StartError(`Nothing was restored in ${data_dir} that could be undone.`)
  const { name, stamp, swapped } = restoration
  const gone = swapped.find(({ path, existed }) => existed && !existsSync(formerOf(path, stamp)))
  if (gone)
    throw new StartError(`${formerOf(gone.path, stamp)} is gone: what was there before cannot come back.`)
  for (const { path } of swapped) demandStopped(path)
  // From here on a start must wait, and whoever is killed over it goes on where it was.
  await beginRestoration(data_dir, { ...restoration, pid: process.pid, is_used: true })
  await undoHalf(data_dir)
  const lies = swapped.map(({ path }) => undoneOf(path, stamp)).filter((path) => existsSync(path))
  return [`All is as it was before ${name} was put back. What was there until now lies in:`, ...lies].join(
    '\n',
  )
}

const putBack = async (data_dir: string, { swapped, stamp, anchors }: Restoration) => {
  for (const { path } of swapped) demandStopped(path)
  await bringAnchorsBack(anchors, stamp)
  swapBack(swapped, stamp)
  await syncFolder(data_dir)
}

/** What a restoration that was killed has begun may go on writing for a moment. */
const STILL_WRITTEN = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }
const ENDING_LOOKS_MAX = 100
const ENDING_LOOK_MS = 100

const isRunning = (swapped: Restoration['swapped']) =>
  swapped.some(({ path, draft }) => runningPostmaster(path) ?? runningPostmaster(draft))

const readIfThere = (file: string): Restoration | undefined => {
  if (!existsSync(file)) return undefined
  return Restoration.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Whether that process lives, and is a command like this one: the number may be another one's by now. */
const isRestoring = (pid: number) => readText(`/proc/${pid}/cmdline`).split('\0').includes('restore')
