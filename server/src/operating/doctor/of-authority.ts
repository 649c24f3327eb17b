import { sql } from 'kysely'
import { type Environment, places } from '../../authority/wire/environments.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Check, fail, ok, warn } from './finding.ts'

/** A document is issued a minute before it is sent, and LHDN refuses what comes from its future (CF321). */
const AHEAD_MS = { warn: 5_000, fail: 45_000 }
/** What comes from the past is taken; days of deadlines are off by as much. */
const BEHIND_MS_MAX = 60_000
const ASK_MS_MAX = 5_000
/** A header tells whole seconds. */
const HALF_A_SECOND_MS = 500

/** Every answer of a web server tells its clock, whatever was asked: this asks for nothing, and signs nobody in. */
export const authorityClock: Check = {
  id: 'authority_clock',
  ask: async ({ db, env }) => {
    const asked = await Promise.all(
      (await environmentsOf(db)).map(async (environment) => ({
        environment,
        ahead_ms: await aheadOf(places(env.simulator_url)[environment].api_url),
      })),
    )
    const told = asked.flatMap(({ environment, ahead_ms }) =>
      ahead_ms === undefined ? [] : [{ environment, ahead_ms }],
    )
    if (told.length === 0) return ok('LHDN was not asked what time it is, or did not say.')
    const apart = told.map(
      ({ environment, ahead_ms }) =>
        `${(Math.abs(ahead_ms) / 1000).toFixed(0)} seconds ${ahead_ms < 0 ? 'behind' : 'ahead of'} ${environment}`,
    )
    const words = `The clock of this machine is ${apart.join(', ')}.`
    const mend = 'Set it by NTP (timedatectl set-ntp true): LHDN refuses documents that come from its future.'
    if (told.some(({ ahead_ms }) => ahead_ms > AHEAD_MS.fail)) return fail(words, mend)
    return told.some(({ ahead_ms }) => ahead_ms > AHEAD_MS.warn || ahead_ms < -BEHIND_MS_MAX)
      ? warn(words, mend)
      : ok('The clock of this machine is that of LHDN.')
  },
}

/** Where companies send to. */
const environmentsOf = async (db: Db): Promise<Environment[]> => {
  const { rows } = await sql<{ environment: Environment }>`
    SELECT DISTINCT environment FROM sender_entities WHERE is_active ORDER BY environment`.execute(db)
  return rows.map(({ environment }) => environment)
}

/** By how many ms our clock is ahead of its, as far as one answer proves; undefined where none came. */
const aheadOf = async (url: string): Promise<number | undefined> => {
  const asked_ms = Date.now()
  const answer = await fetch(url, {
    ...{ method: 'HEAD', redirect: 'manual' as const },
    signal: AbortSignal.timeout(ASK_MS_MAX),
  }).catch(() => undefined)
  const took_ms = Date.now() - asked_ms
  const its_ms = Date.parse(answer?.headers.get('date') ?? '') + HALF_A_SECOND_MS
  if (Number.isNaN(its_ms)) return undefined
  const ahead_ms = asked_ms + took_ms / 2 - its_ms
  const unsure_ms = took_ms / 2 + HALF_A_SECOND_MS
  return Math.sign(ahead_ms) * Math.max(0, Math.abs(ahead_ms) - unsure_ms)
}
