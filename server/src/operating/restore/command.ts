import type { Env } from '../../platform/env/env.ts'
import { demandEmbedded } from '../backup/command.ts'
import { elsewhere } from '../backup/list.ts'
import type { Product } from './put-back.ts'
import { undoRestoration } from './restoration.ts'
import { demandFitting, restore } from './restore.ts'

/** `restore NAME [--yes]`: without a yes, what it would do. */
export const restoreInWords = async (
  env: Env,
  name: string,
  really: Product | undefined,
): Promise<string> => {
  demandEmbedded(env)
  if (really) return restore(env, name, really)
  const { backup } = await demandFitting(env, name)
  return (
    `${backup.name} would be put in the place of the database, files and mails of ${env.data_dir}, as they were on ` +
    `${backup.record.began_at}${elsewhere(backup.record, env.data_dir, ', ')}. ` +
    'What was done since is not in it; it is kept beside. Nothing was changed. ' +
    `With Lulus stopped: npm run lulus -- restore ${name} --yes`
  )
}

/** `restore undo`. */
export const undoInWords = (env: Env): Promise<string> => {
  demandEmbedded(env)
  return undoRestoration(env.data_dir)
}
