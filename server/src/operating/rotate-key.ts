import { sql } from 'kysely'
import { systemClock } from '../platform/clock/clock.ts'
import { makeNextKey, readNextKey, takeNextKey } from '../platform/crypto/next-key.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import { findSecretKey, keyFile } from '../platform/crypto/secret-key.ts'
import type { Db } from '../platform/db/database.ts'
import type { Env } from '../platform/env/env.ts'
import { StartError } from '../platform/env/start-error.ts'
import { opensAll, readSealed } from '../secrets/key.ts'
import { type Resealed, rotateKey } from '../secrets/rotate.ts'
import { withDatabase } from './with-database.ts'

type Said = { words: string; done: boolean }

/**
 * `secrets rotate [--yes]`: seals all secrets with another key, with Lulus stopped; cut off anywhere, it is said once
 * more. Where SECRET_KEY holds the key, the next one is given as NEW_SECRET_KEY; otherwise one is made in the data
 * folder, and the former is kept beside it for the backups that need it. Throws a StartError where there is no key, or
 * not the right one.
 */
export const rotateInWords = (env: Env, really: boolean): Promise<Said> => {
  const former_key = demandKeys(env)
  return withDatabase(env, async (db) => {
    if (await isRunning(db)) return { words: RUNNING, done: false }
    const sealed = await readSealed(db)
    const next_key = env.new_secret_key ?? readNextKey(env)
    // Cut off after everything was sealed anew.
    const is_sealed = next_key !== undefined && sealed.length > 0 && opensAll(secretBox(next_key), sealed)
    if (!is_sealed && !opensAll(secretBox(former_key), sealed)) throw new StartError(WRONG)
    if (!really) return { words: ASKED, done: true }
    const rotation = { db, former_key, secret_key: next_key ?? makeNextKey(env), now: systemClock.now() }
    const told = is_sealed ? FINISHED : inWords(await rotateKey(rotation))
    return { words: `${told} ${takeKey(env, rotation.now)}`, done: true }
  })
}

/** The key of now, once another can take its place. */
const demandKeys = (env: Env): string => {
  const { secret_key, new_secret_key } = env
  const former_key = findSecretKey(env)
  if (former_key === undefined) throw new StartError(`There is no key in ${keyFile(env)}, and no SECRET_KEY.`)
  if (secret_key !== undefined && new_secret_key === undefined)
    throw new StartError('SECRET_KEY is set: give the one that is to take its place as NEW_SECRET_KEY.')
  if (secret_key === undefined && new_secret_key !== undefined)
    throw new StartError(`NEW_SECRET_KEY is for a key that SECRET_KEY holds; here it is in ${keyFile(env)}.`)
  if (new_secret_key === former_key) throw new StartError('NEW_SECRET_KEY is the key of now.')
  return former_key
}

/** Every web listens for what was changed, every worker for jobs. */
const isRunning = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name IN ('lulus live', 'lulus jobs') LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** From here on the next key is the key; answers what is to be done with both. */
const takeKey = (env: Env, now: Date): string => {
  if (env.secret_key !== undefined) return `Now give SECRET_KEY the value of NEW_SECRET_KEY. ${BACKUPS}`
  const former_file = takeNextKey(env, now)
  return `The key is in ${keyFile(env)}, the former one in ${former_file}. ${BACKUPS}`
}

const inWords = ({ credentials, certificates, webhooks, settings }: Resealed) =>
  `Sealed with another key: credentials ${credentials}, certificates ${certificates}, webhooks ${webhooks}, ` +
  `settings ${settings}.`

const RUNNING =
  'Lulus runs on this database. Stop it on every machine, and say this again. Nothing was changed.'
const WRONG =
  'The key of now does not open what is sealed in the database. See npm run lulus -- doctor. Nothing was changed.'
const ASKED =
  'All secrets would be sealed with another key. Links in mails and to files end with it. Nothing was changed. ' +
  'With Lulus stopped: npm run lulus -- secrets rotate --yes'
const FINISHED = 'All was sealed already.'
const BACKUPS = 'Backups of before need the former one: keep it as long as them, and back the new one up.'
