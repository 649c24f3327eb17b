import { importSteps } from '#contract/imports/steps.ts'
import { runImport } from '../src/imports/running/run.job.ts'
import type { Who, World } from './world.ts'

/** Begins an import of a file as somebody. */
export const begin = (
  world: World,
  who: Who,
  content: string | Uint8Array<ArrayBuffer>,
  form: Record<string, string> = {},
) => world.as(who).callWrongly(importSteps.begin, { form, upload: new File([content], 'lines.csv') })

/** The import as its maker sees it. */
export const readBack = async (world: World, who: Who, id: string) =>
  (await world.as(who).call(importSteps.read, { params: { id } })).body

/** Does what the worker would: goes on until the import waits for somebody or has ended. */
export const work = async (world: World, id: string): Promise<void> => {
  const { db, files, clock, log } = world
  await runImport({ db, files, clock, log }, { import_id: id }, { run_ms_max: Number.POSITIVE_INFINITY })
}

/** Takes the columns as they are proposed, and has the file read and judged. */
export const matched = async (world: World, who: Who, content: string, form: Record<string, string> = {}) => {
  const { body } = await begin(world, who, content, form)
  const { id, columns } = body
  await world
    .as(who)
    .call(importSteps.match, { params: { id }, body: { columns: columns.map(({ field }) => field) } })
  await work(world, id)
  return readBack(world, who, id)
}
