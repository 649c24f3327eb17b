import { linkSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyFile, keyFile, readKeyFile } from './secret-key.ts'

type Where = { data_dir: string }

const nextFile = ({ data_dir }: Where) => join(data_dir, 'secret.key.next')

/** The key that is to take the place of that in the data folder; undefined where there is none. Throws as that does. */
export const readNextKey = (where: Where): string | undefined => readKeyFile(nextFile(where))

/** Makes one, readable by its owner only. */
export const makeNextKey = (where: Where): string => {
  createKeyFile(where.data_dir, nextFile(where))
  return readNextKey(where) as string // it was made a moment ago
}

/** The files in which former keys lie, the oldest first. */
export const formerKeyFiles = ({ data_dir }: Where): string[] =>
  readdirSync(data_dir)
    .filter((name) => name.startsWith(FORMER))
    .toSorted()
    .map((name) => join(data_dir, name))

const FORMER = 'secret.key.until-'

/** The next key takes its place; answers the file in which the former one lies on. `secret.key` is there throughout. */
export const takeNextKey = (where: Where, now: Date): string => {
  const former_file = join(where.data_dir, `${FORMER}${now.toISOString().replaceAll(/[:.]/g, '-')}`)
  linkSync(keyFile(where), former_file)
  renameSync(nextFile(where), keyFile(where))
  return former_file
}
