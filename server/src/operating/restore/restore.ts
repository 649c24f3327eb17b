import { existsSync, statSync } from 'node:fs'
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { anchorFolder } from '../../evidence/anchor-folder.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { findSecretKey, keyFile } from '../../platform/crypto/secret-key.ts'
import { connectTo } from '../../platform/db/database.ts'
import {
  draftOf,
  type House,
  houseOf,
  unpackDraft,
  withCluster,
} from '../../platform/db/embedded/draft-cluster.ts'
import { migrationsIn } from '../../platform/db/migrate.ts'
import type { Env } from '../../platform/env/env.ts'
import { StartError } from '../../platform/env/start-error.ts'
import { type Log, openLog } from '../../platform/log/log.ts'
import { mailFolder } from '../../platform/mail/mail.ts'
import { copyFile, demandRoom, verifyFiles } from '../backup/copy.ts'
import { markOf } from '../backup/list.ts'
import {
  ARCHIVE,
  type Backup,
  type BackupRecord,
  demandBackup,
  folderOf,
  printOf,
  stampOf,
} from '../backup/record.ts'
import { MIGRATIONS } from '../with-database.ts'
import { anchorsNow, type Owner, setAnchorsAside } from './anchors.ts'
import { judgeAndMark, type Product } from './put-back.ts'
import { beginRestoration, demandStopped, endRestoration, type Restoration, undoHalf } from './restoration.ts'
import { formerOf, swapIn } from './swap.ts'

type Whole = Backup & { record: BackupRecord }

/** Throws a StartError that says why it cannot be put back here, as far as its record tells. */
export const demandFitting = async (
  env: Env,
  name: string,
): Promise<{ backup: Whole; secret_key: string }> => {
  const backup = await demandBackup(folderOf(env.backup_dir, name))
  const { key } = backup.record
  if (markOf(backup, await migrationsIn(MIGRATIONS)) === '>')
    throw new StartError(
      `${backup.name} is of Lulus ${backup.record.version}, which is newer: put it back with that.`,
    )
  const secret_key = findSecretKey(env)
  const where = env.secret_key === undefined ? keyFile(env) : 'SECRET_KEY'
  if (secret_key === undefined)
    throw new StartError(
      `There is no key in ${where}. Bring that of the backup, or set SECRET_KEY (docs/backup.md).`,
    )
  if (printOf(secret_key) !== key)
    throw new StartError(
      `${where} is not the key of ${backup.name}: bring that one (docs/backup.md, The key is lost).`,
    )
  return { backup, secret_key }
}

/**
 * Puts a backup in the place of the embedded database, its files and mails. All of it is looked at first, beside what
 * there is; then it is put in its place by renamings. Where anything fails, all is as before, and a StartError says
 * what. Killed, `undoHalf` does the same. Answers what to know, and where the former state lies.
 */
export const restore = async (env: Env, name: string, product: Product): Promise<string> => {
  const { data_dir } = env
  const { backup, secret_key } = await demandFitting(env, name)
  await verifyFiles(backup.folder, backup.record)
  await mkdir(data_dir, { recursive: true })
  await undoHalf(data_dir)
  const house = houseOf(data_dir)
  demandStopped(house.place.cluster)
  const restoration = await plan(env, backup, house)
  await beginRestoration(data_dir, restoration)
  try {
    // One that began before it could see the file.
    demandStopped(house.place.cluster)
    const log = openLog('fatal')
    await makeDrafts(house, backup, restoration, { secret_key, log, product })
    demandStopped(house.place.cluster)
    swapIn(restoration.swapped, restoration.stamp)
    const brought = { backed_up: anchorsOf(backup), owner: ownerOf(data_dir) }
    const aside = await setAnchorsAside(restoration.anchors, restoration.stamp, brought)
    await withCluster(house, house.place, { log, work: (connection) => demandAnswer(connection, log) })
    await endRestoration(data_dir, restoration)
    return inWords(backup, restoration, aside)
  } catch (error) {
    await undoHalf(data_dir)
    if (error instanceof StartError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(`${backup.name} cannot be put back, and all is as it was: ${why}`, { cause: error })
  }
}

const anchorsOf = ({ folder }: Backup) => anchorFolder(join(folder, 'anchors'))

const plan = async ({ data_dir, anchor_dir }: Env, backup: Whole, { place }: House): Promise<Restoration> => {
  const folders = [join(data_dir, 'files'), mailFolder(data_dir)]
  return {
    ...{ name: backup.name, stamp: stampOf(systemClock.now()), pid: process.pid, is_used: false },
    swapped: [
      {
        path: place.cluster,
        draft: draftOf(place).cluster,
        existed: existsSync(place.cluster),
      },
      ...folders.map((path) => ({ path, draft: `${path}.restoring`, existed: existsSync(path) })),
    ],
    scratch: [draftOf(place).root, ...folders.map((path) => `${path}.restoring`)],
    anchors: await anchorsNow(anchor_dir, anchorsOf(backup)),
  }
}

type Means = { secret_key: string; log: Log; product: Product }

/** All that is put back, beside what it replaces, looked at. */
const makeDrafts = async (
  house: House,
  { folder, record }: Whole,
  { swapped }: Restoration,
  { secret_key, log, product }: Means,
) => {
  const [, files, mail] = swapped
  const beside = record.files.filter(({ path }) => path !== ARCHIVE)
  await demandRoom(house.place.root, record.database_bytes)
  for (const [name, place] of [
    ['files', files],
    ['mail', mail],
  ] as const) {
    if (!place) continue
    await rm(place.draft, { recursive: true, force: true })
    await mkdir(place.draft, { mode: 0o700 })
    const wanted = beside.filter(({ path }) => path.startsWith(`${name}/`))
    await demandRoom(
      place.draft,
      wanted.reduce((sum, { bytes }) => sum + bytes, 0),
    )
    for (const { path } of wanted)
      await copyFile(join(folder, path), join(place.draft, path.slice(name.length + 1)))
    await giveToOwner(place.draft)
  }
  const draft = await unpackDraft(house, join(folder, ARCHIVE))
  const judging = {
    ...product,
    record,
    anchor_dir: join(folder, 'anchors'),
    secret_key,
    log,
    now: systemClock.now(),
  }
  await withCluster(house, draft, { log, work: (connection) => judgeAndMark(connection, judging) })
}

/** Put back by root, the files are still those of whoever starts Lulus. */
const giveToOwner = async (folder: string) => {
  const owner = ownerOf(join(folder, '..'))
  if (!owner) return
  const below = await readdir(folder, { recursive: true })
  for (const path of ['.', ...below]) await chown(join(folder, path), owner.uid, owner.gid)
}

const ownerOf = (data_dir: string): Owner | undefined =>
  process.getuid?.() === 0 ? statSync(data_dir) : undefined

const demandAnswer = async (connection: Parameters<typeof connectTo>[0], log: Log) => {
  const { db, close } = connectTo(connection, { pool_max: 1, log })
  try {
    await sql`SELECT 1 FROM schema_file LIMIT 1`.execute(db)
  } finally {
    await close()
  }
}

const inWords = (
  { name, record }: Whole,
  { swapped, stamp }: Restoration,
  aside: { folder: string; moved: number },
): string =>
  [
    `${name} is put back: all is as it was on ${record.began_at}, and everybody has to sign in anew.`,
    'A worker asks LHDN first what it received since, and sends nothing before it knows (docs/backup.md).',
    'Start the web process alone first, with the settings of the start (node server/src/main.ts --roles=web; as a',
    'service: docs/backup.md), and do again what nobody can find out for you: who was deactivated, which API keys were',
    'revoked, whose password was changed.',
    ...(aside.moved > 0
      ? [`Anchors of the audit chain that the backup does not know: ${aside.moved}, kept in ${aside.folder}.`]
      : []),
    'What was there before lies in:',
    ...swapped.filter(({ existed }) => existed).map(({ path }) => `  ${formerOf(path, stamp)}`),
    'To go back to it: npm run lulus -- restore undo. Once all is well, delete it.',
  ].join('\n')
