import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../platform/clock/clock.ts'
import { type SecretBox, secretBox } from '../../platform/crypto/secret-box.ts'
import { findSecretKey } from '../../platform/crypto/secret-key.ts'
import type { Env } from '../../platform/env/env.ts'
import { startRefusal } from '../../platform/env/refusal.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { withDatabase } from '../with-database.ts'
import { type Check, type Found, fail, ok } from './finding.ts'
import { missingFiles } from './missing-files.ts'
import { authorityClock } from './of-authority.ts'
import { backupMade } from './of-backup.ts'
import { DATABASE_CHECKS } from './of-database.ts'
import { demoAccounts } from './of-demo.ts'
import { MACHINE_CHECKS } from './of-machine.ts'

type Finding = Found & { id: string }

/** `healthy`: nothing failed; there may be warnings. */
export type Diagnosis = { healthy: boolean; findings: Finding[] }

/** A check that takes longer has found something. */
const CHECK_MS_MAX = 10_000

/** Looks at everything that is checked, and changes nothing. What cannot be looked at has failed. */
export const examine = async (env: Env): Promise<Diagnosis> => {
  const now = systemClock.now()
  const findings = await askAll([...MACHINE_CHECKS, backupMade], { env, now })
  const box = boxOf(env)
  const told = await inDatabase(env, (db) =>
    askAll([...DATABASE_CHECKS, demoAccounts, authorityClock, missingFiles], { env, now, db, box }),
  )
  findings.push(...told)
  return { healthy: findings.every(({ state }) => state !== 'fail'), findings }
}

/** A line for each finding, and one below it with what mends it. */
export const diagnosisInWords = ({ healthy, findings }: Diagnosis): string => {
  const lines = findings.flatMap(({ id, state, words, mend }) => [
    `${state.toUpperCase().padEnd(5)} ${id.padEnd(16)} ${words}`,
    ...(mend === undefined ? [] : [`${' '.repeat(23)}${mend}`]),
  ])
  return [...lines, healthy ? 'Nothing fails.' : 'Something fails.'].join('\n')
}

const inDatabase = async (
  env: Env,
  ask: (db: Parameters<Parameters<typeof withDatabase>[1]>[0]) => Promise<Finding[]>,
): Promise<Finding[]> => {
  const id = 'database'
  try {
    const told = await withDatabase(env, ask)
    return [{ id, ...ok('The database answers, and is of this version.') }, ...told]
  } catch (error) {
    const words = startRefusal(error, env) ?? String(error)
    return [{ id, ...fail(words, 'See that the database runs, and that DATABASE_URL is that of the start.') }]
  }
}

/** One after the other, since they share two connections. */
const askAll = async <M>(checks: readonly Check<M>[], means: M): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { id, ask } of checks) findings.push({ id, ...(await askOne(ask, means)) })
  return findings
}

const askOne = async <M>(ask: Check<M>['ask'], means: M): Promise<Found> => {
  const over = new AbortController()
  const late = sleep(CHECK_MS_MAX, undefined, { signal: over.signal }).then(() =>
    fail(
      `This could not be found out within ${CHECK_MS_MAX / 1000} seconds.`,
      'Ask again; the machine may be busy.',
    ),
  )
  late.catch(() => {})
  try {
    return await Promise.race([ask(means), late])
  } catch (error) {
    const words =
      error instanceof StartError ? error.message : `This could not be found out: ${String(error)}.`
    return fail(words, 'Mend what is said here, and ask again.')
  } finally {
    over.abort()
  }
}

/** Undefined while there is none, and where it is spoiled, which its own check tells. */
const boxOf = (env: Env): SecretBox | undefined => {
  try {
    const key = findSecretKey(env)
    return key === undefined ? undefined : secretBox(key)
  } catch {
    return undefined
  }
}
