import { sql } from 'kysely'
import { DAY_MS } from '#domain/time/units.ts'
import { readTroubles } from '../../authority/wire/troubles.ts'
import { readWorkerAway } from '../../documents/reading/worker-sign.ts'
import { everyUnfit, everyWarning } from '../../entities/access/warnings.ts'
import { anchorFolder } from '../../evidence/anchor-folder.ts'
import { lastOutcome } from '../../evidence/verification.ts'
import type { Db } from '../../platform/db/database.ts'
import { readWaiting } from '../../platform/jobs/waiting.ts'
import { countUnsent } from '../../platform/mail/unsent.ts'
import { opensAll, readSealed } from '../../secrets/key.ts'
import { readMailServer } from '../../settings/mail-server.ts'
import { anchorAgeDays } from '../figures.ts'
import { type Check, fail, ok, warn } from './finding.ts'

/** A job that is due for so long waits for something: for a worker, or behind very many. */
const QUEUE_S = { warn: 15 * 60, fail: 2 * 3_600 }
/** LHDN refuses what was issued later than it thinks it is; a minute is kept for that. */
const CLOCK_MS = { warn: 2_000, fail: 30_000 }

const AHEAD = 'Set the clock right, and move that file out of ANCHOR_DIR with a note of why (decision 022).'

/** A worker writes an anchor each day, and begins a verification each week: a day more is no fault. */
const [ANCHORED_DAYS, VERIFIED_DAYS] = [2, 8]

/** In use for so many days, in which a worker would have done its part. */
const isOld = async (db: Db, days: number): Promise<boolean> => {
  const { rows } = await sql<{ old: boolean | null }>`
    SELECT min(created_at) < now() - ${days} * interval '1 day' AS old FROM users`.execute(db)
  return rows[0]?.old === true
}

/** What the database tells. */
export const DATABASE_CHECKS: readonly Check[] = [
  {
    id: 'collation',
    ask: async ({ db }) => {
      const { rows } = await sql<{ name: string; kept: string | null; now: string | null }>`
        SELECT datname AS name, datcollversion AS kept, pg_database_collation_actual_version(oid) AS now
        FROM pg_database WHERE datname = current_database()`.execute(db)
      const { name = '', kept = null, now = null } = rows[0] ?? {}
      if (kept === null || kept === now)
        return ok('The order of letters is that with which the indexes were made.')
      return fail(
        `The system orders letters by version ${now}, and the indexes of the database were made by ${kept}.`,
        `REINDEX DATABASE "${name}"; then ALTER DATABASE "${name}" REFRESH COLLATION VERSION;`,
      )
    },
  },
  {
    id: 'clock',
    ask: async ({ db }) => {
      const asked = Date.now()
      const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(db)
      const took = Date.now() - asked
      // Somewhere within the question the database looked at its clock.
      const apart = Math.max(0, Math.abs((rows[0]?.at.getTime() ?? 0) - asked - took / 2) - took / 2)
      const words = `The clocks of this machine and of the database are ${(apart / 1000).toFixed(1)} seconds apart.`
      const mend = 'Set both by NTP (timedatectl set-ntp true).'
      if (apart > CLOCK_MS.fail) return fail(words, mend)
      return apart > CLOCK_MS.warn ? warn(words, mend) : ok(words)
    },
  },
  {
    id: 'audit_anchor',
    ask: async ({ db, env: { anchor_dir }, now }) => {
      const age = await anchorAgeDays(anchorFolder(anchor_dir), now)
      const where = `of the audit chain in ${anchor_dir}`
      const mend =
        'A running worker writes one each day; its log says why not. See that it may write ANCHOR_DIR.'
      if (age === undefined) {
        const words = `There is no anchor ${where}.`
        return (await isOld(db, ANCHORED_DAYS)) ? fail(words, mend) : warn(words, mend)
      }
      if (age < 0) {
        const ahead = 'The clock was ahead when it was written, and none is written until that day has come.'
        return fail(`The newest anchor ${where} is of a day that comes in ${-age} days. ${ahead}`, AHEAD)
      }
      if (age > 1) return fail(`The newest anchor ${where} is ${age} days old.`, mend)
      return ok('The audit chain was anchored within a day.')
    },
  },
  {
    id: 'audit_chain',
    ask: async ({ db, now }) => {
      const last = await lastOutcome(db)
      const begin =
        'A running worker begins one on Sundays at 04:00; so does Audit Chain under Admin Setting.'
      if (!last) {
        const words = 'The audit chain was never verified.'
        return (await isOld(db, VERIFIED_DAYS)) ? warn(words, begin) : ok(`${words} ${begin}`)
      }
      const days = Math.floor((now.getTime() - last.ended_at.getTime()) / DAY_MS)
      const on = `The audit chain was last verified on ${last.ended_at.toISOString()}`
      switch (last.outcome) {
        case 'broken_off':
          return fail(
            `The last verification of the audit chain broke off on ${last.ended_at.toISOString()}.`,
            begin,
          )
        case 'not_intact':
          return fail(
            `${on}, not intact.`,
            'Audit Chain under Admin Setting names the first row (decision 022).',
          )
        case 'intact':
          return days > VERIFIED_DAYS ? warn(`${on}, ${days} days ago.`, begin) : ok(`${on}, intact.`)
      }
    },
  },
  {
    id: 'secret_key',
    ask: async ({ db, box }) => {
      const sealed = await readSealed(db)
      if (sealed.length === 0) return ok('Nothing is sealed yet.')
      const mend =
        'Restore secret.key from your backup; where it is lost for good: npm run lulus -- secrets forget'
      if (!box) return fail('There is no key for what is sealed in the database.', mend)
      if (!opensAll(box, sealed)) return fail('The key does not open what is sealed in the database.', mend)
      return ok('The key opens what is sealed.')
    },
  },
  {
    id: 'worker',
    ask: async ({ db, now }) => {
      const away = await readWorkerAway({ db, now })
      if (!away) return ok('A worker runs.')
      const since = away.since ? `since ${away.since.toISOString()}` : 'yet'
      return fail(
        `No worker has run ${since}: nothing is sent, read or mailed.`,
        'Start Lulus as it was started, or one more process with --roles=worker; its log says why it ended.',
      )
    },
  },
  {
    id: 'queues',
    ask: async ({ db }) => {
      const late = (await readWaiting(db)).filter(({ oldest_s }) => oldest_s > QUEUE_S.warn)
      if (late.length === 0) return ok('No job has been due for long.')
      const told = late.map(
        ({ queue, n, oldest_s }) => `${queue} (${n}, ${Math.round(oldest_s / 60)} minutes)`,
      )
      const words = `Jobs wait that have been due for long: ${told.join(', ')}.`
      const mend =
        'See whether a worker runs, and what its log says of them; several workers may share the work.'
      return late.some(({ oldest_s }) => oldest_s > QUEUE_S.fail) ? fail(words, mend) : warn(words, mend)
    },
  },
  {
    id: 'certificates',
    ask: async ({ db, now }) => {
      const unfit = await everyUnfit({ db, now })
      if (unfit.length > 0)
        return fail(
          `LHDN refuses what is sent: ${unfit.map(({ name, problem }) => `${name}. ${problem}`).join(' ')}`,
          'Correct its credentials, certificate or particulars under Admin Setting, Entity Management, the company.',
        )
      const ending = await everyWarning({ db, now })
      if (ending.length === 0) return ok('No signing certificate ends within 60 days without a successor.')
      const told = ending.map(({ name, days_left }) => `${name} (${days_left} days)`)
      const words = `Signing certificates end, or have ended: ${told.join(', ')}.`
      const mend = 'Upload the next one under Admin Setting, Entity Management, the company.'
      return ending.some(({ days_left }) => days_left <= 7) ? fail(words, mend) : warn(words, mend)
    },
  },
  {
    id: 'authority',
    ask: async ({ db }) => {
      const silent = await readTroubles(db)
      if (silent.length === 0) return ok('LHDN answers, or was not asked of late.')
      const told = silent.map(
        ({ environment, since, why }) => `${environment} since ${since.toISOString()} (${why})`,
      )
      return warn(
        `LHDN does not answer: ${told.join(', ')}.`,
        'Documents wait and go out by themselves; see whether this machine reaches the internet.',
      )
    },
  },
  {
    id: 'mails',
    ask: async ({ env, db, box, now }) => {
      const { count, since, one_address } = await countUnsent(db, now)
      const mend = 'Admin Setting, Mails, says to whom and why; Send a test mail there tries the server.'
      const words = `Mails could not be delivered since ${since?.toISOString()}: ${count}.`
      // Somebody mistyped it; the mail server works.
      if (since) return one_address ? warn(words, mend) : fail(words, mend)
      const server = box && (await readMailServer({ db, box, smtp_url: env.smtp_url }).catch(() => undefined))
      if (server ?? env.smtp_url)
        return ok('No mail of the last day was given up, or waits for five minutes.')
      return warn(
        'No mail server is set up, so invitations and links stay in DATA_DIR/mail.',
        'Set SMTP_URL, or the mail server under Admin Setting, Application Settings.',
      )
    },
  },
]
