import type { SecretBox } from '../../platform/crypto/secret-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Env } from '../../platform/env/env.ts'

/** `ok`; `warn`: look at it soon; `fail`: something does not work, or is about to stop. */
export type State = 'ok' | 'warn' | 'fail'

/** What a check found, in a sentence, and where it is not `ok` the command or page that mends it. */
export type Found = { state: State; words: string; mend?: string }

/** What checks look at; a database that does not answer is found before those that ask it. */
export type Means = { env: Env; db: Db; now: Date; box: SecretBox | undefined }

/** One thing that is looked at. It changes nothing, and takes a bounded time. */
export type Check<M = Means> = Readonly<{ id: string; ask(means: M): Promise<Found> | Found }>

export const ok = (words: string): Found => ({ state: 'ok', words })
export const warn = (words: string, mend: string): Found => ({ state: 'warn', words, mend })
export const fail = (words: string, mend: string): Found => ({ state: 'fail', words, mend })
