import { ENVIRONMENTS } from '#contract/entities.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { readTroubles } from '../authority/wire/troubles.ts'
import { countByStatus } from '../documents/counting/by-status.ts'
import { readSign } from '../documents/reading/worker-sign.ts'
import { nextCertificateEnd } from '../entities/access/warnings.ts'
import type { Anchors } from '../evidence/anchor.ts'
import type { Clock } from '../platform/clock/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { rememberedRead } from '../platform/db/remembered.ts'
import type { Figure } from '../platform/http/metrics.ts'
import { readWaiting } from '../platform/jobs/waiting.ts'
import { countKeptUnsent } from '../platform/mail/unsent.ts'
import { ageOf, newestBackup } from './backup/record.ts'
import type { Room } from './disk-room.ts'

/** `backups`: where they lie, and of what; undefined where Lulus makes none. */
type Parts = {
  db: Db
  clock: Clock
  anchors: Anchors
  rooms: () => Promise<readonly Room[]>
  backups?: { backup_dir: string; data_dir: string } | undefined
}

const DAY_S = 86_400

/** Two figures are of the same moment. */
const waiting = rememberedRead(readWaiting, 1_000)

/**
 * How the business does, for `/metrics`: of all companies together, which it does not name. Each is one statement at
 * most, that no archive makes longer.
 */
export const figuresOf = (parts: Parts): readonly Figure[] => [
  ...businessFigures(parts),
  ...diskFigures(parts),
]

const businessFigures = ({ db, clock }: Parts): readonly Figure[] => [
  {
    name: 'lulus_worker_sign_age_seconds',
    help: 'Seconds since a worker was there last; it says so each minute. Absent: none ever was.',
    read: async () => {
      const sign = await readSign(db, clock.now())
      return sign ? [{ value: sign.age_s }] : []
    },
  },
  {
    name: 'lulus_jobs_waiting',
    help: 'Jobs that are due and not begun, up to 10,000 of each queue.',
    labels: ['queue'],
    read: async () => (await waiting.current(db)).map(({ queue, n }) => ({ labels: { queue }, value: n })),
  },
  {
    name: 'lulus_jobs_oldest_seconds',
    help: 'For how many seconds the job has been due that waits longest in a queue.',
    labels: ['queue'],
    read: async () =>
      (await waiting.current(db)).map(({ queue, oldest_s }) => ({ labels: { queue }, value: oldest_s })),
  },
  {
    name: 'lulus_documents',
    help: 'Documents of all companies by status.',
    labels: ['status'],
    read: async () => (await countByStatus(db)).map(({ status, n }) => ({ labels: { status }, value: n })),
  },
  {
    name: 'lulus_authority_silent',
    help: '1 while LHDN does not answer in an environment, and calls are held back.',
    labels: ['environment'],
    read: async () => {
      const silent = new Set((await readTroubles(db)).map(({ environment }) => environment))
      return ENVIRONMENTS.map((environment) => ({
        labels: { environment },
        value: Number(silent.has(environment)),
      }))
    },
  },
  {
    name: 'lulus_certificate_days',
    help: 'Days until the first signing certificate ends that has no successor. Absent: there is none.',
    read: async () => {
      const end = await nextCertificateEnd({ db, now: clock.now() })
      return end ? [{ value: (end.getTime() - clock.now().getTime()) / (DAY_S * 1_000) }] : []
    },
  },
  {
    name: 'lulus_mails_unsent',
    help: 'Mails of the last 30 days that no mail server has taken, tried again or given up.',
    read: async () => [{ value: await countKeptUnsent(db) }],
  },
]

/** What lies on the disks of this machine. */
const diskFigures = ({ clock, anchors, rooms, backups }: Parts): readonly Figure[] => [
  {
    name: 'lulus_audit_anchor_age_days',
    help: 'Days since the newest anchor of the audit chain; below 0 the clock was ahead. Absent: there is none.',
    read: async () => {
      const age = await anchorAgeDays(anchors, clock.now())
      return age === undefined ? [] : [{ value: age }]
    },
  },
  {
    name: 'lulus_disk_free_bytes',
    help: 'Bytes free on the disk of DATA_DIR, of the embedded database and of ANCHOR_DIR.',
    labels: ['place'],
    read: async () => (await rooms()).map(({ place, bytes }) => ({ labels: { place }, value: bytes })),
  },
  {
    name: 'lulus_backup_age_seconds',
    help: 'Seconds since what the newest backup holds; below 0 the clock was ahead. Absent: none, or Lulus makes none.',
    read: async () => {
      const newest = backups && (await newestBackup(backups))
      return newest ? [{ value: ageOf(newest, clock.now()) }] : []
    },
  },
]

/** Days since that of the newest anchor, in Malaysia; undefined while there is none in this folder. */
export const anchorAgeDays = async (anchors: Anchors, now: Date): Promise<number | undefined> => {
  const newest = (await anchors.list()).at(-1)?.slice(0, 'YYYY-MM-DD'.length)
  if (newest === undefined) return undefined
  return (Date.parse(malaysianDate(now)) - Date.parse(newest)) / (DAY_S * 1_000)
}
