import type { z } from 'zod'
import type { Tx } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { type FilesOfRun, removeFilesJob } from './jobs.ts'

type Run = { id: string; format: 'csv' | 'xlsx'; attempts: number }

/** Where the file lies that a try has written. */
export const keyOf = ({ id, format }: Omit<Run, 'attempts'>, attempt: number) =>
  `reports/${id}/${attempt}.${format}`

/** Has the files deleted that any try of a report left behind, but that of the try `but`. */
export const removeFilesOf = async (tx: Tx, { id, format, attempts }: Run, but = 0): Promise<void> => {
  if (attempts > (but > 0 ? 1 : 0)) await enqueue(tx, removeFilesJob, { run_id: id, format, attempts, but })
}

export const removeFiles = async (
  { files }: { files: Files },
  { run_id: id, format, attempts, but }: z.output<typeof FilesOfRun>,
): Promise<void> => {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt !== but) await files.remove(keyOf({ id, format }, attempt))
  }
}
