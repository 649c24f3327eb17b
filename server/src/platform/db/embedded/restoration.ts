import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../env/start-error.ts'

/** There while a restoration is under way, or was when it was killed. */
export const restorationFile = (data_dir: string) => join(data_dir, 'restoring.json')

/** What a start says, and a server that would be started anew, while a restoration is under way. */
export class UnderRestoration extends StartError {}

/** Throws an UnderRestoration while what lies in the data folder may be half of one state, and half of another. */
export const demandNoRestoration = (data_dir: string): void => {
  if (!existsSync(restorationFile(data_dir))) return
  throw new UnderRestoration(
    `A restoration was begun in ${data_dir} and is not at its end. Wait for it; if it was broken off: ` +
      'npm run lulus -- restore undo, or restore NAME once more.',
  )
}
