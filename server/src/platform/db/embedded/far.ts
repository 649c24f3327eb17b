import {
  chownSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { isAbsent } from '../../files/absent.ts'
import type { Account } from './account.ts'
import { runningPostmaster } from './lock.ts'

/** Here the database lies when its account cannot enter DATA_DIR, each in a folder of its own. */
export const FAR_ROOT = '/var/lib/lulus'

const PREFIX = 'database-'
/** Lists the data folders, one a line, that have led to the far folder in which it lies. */
const OWNERS_FILE = 'data-dirs'

/** A new name each time: a data folder that was deleted and made anew must not meet its old database. */
export const makeFarFolder = (far_root: string, account: Account | undefined): string => {
  mkdirSync(far_root, { recursive: true, mode: 0o755 })
  const folder = mkdtempSync(join(far_root, PREFIX))
  if (account) chownSync(folder, account.uid, account.gid)
  return folder
}

/** Writes down, in a far folder, whose database it holds. Elsewhere nothing needs to be written. */
export const rememberOwner = (folder: string, data_dir: string, far_root: string) => {
  if (dirname(folder) !== attempt(() => realpathSync(far_root))) return
  const owner = realpathSync(data_dir)
  if (readOwners(folder)?.includes(owner)) return
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants
  // The folder belongs to the database's account, and we may be root: no link of its making is followed.
  const file = openSync(join(folder, OWNERS_FILE), O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600)
  writeSync(file, `${owner}\n`)
  closeSync(file)
}

/** A far folder to which no data folder leads any more. */
export type Deserted = {
  folder: string
  /** Those that did lead there; empty when nothing was written down. */
  data_dirs: readonly string[]
  /** Undefined when it changes under our eyes. */
  bytes: number | undefined
}

/** The deserted folders under `far_root`, as far as this user may look; empty when there are none. */
export const desertedFolders = (far_root: string): Deserted[] => {
  const root = attempt(() => realpathSync(far_root))
  if (root === undefined) return []
  const folders = (attempt(() => readdirSync(root)) ?? [])
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(root, name))
  return folders.flatMap((folder) => {
    const data_dirs = readOwners(folder)
    // Whoever may not look in does not own it.
    if (data_dirs === undefined || data_dirs.some((data_dir) => leadsTo(data_dir, folder))) return []
    if (runningPostmaster(join(folder, 'cluster'))) return []
    return [{ folder, data_dirs, bytes: attempt(() => bytesIn(folder)) }]
  })
}

/** Undefined: we may not look. */
const readOwners = (folder: string): string[] | undefined => {
  try {
    const text = readFileSync(join(folder, OWNERS_FILE), 'utf8')
    return text.split('\n').filter((line) => line !== '')
  } catch (error) {
    return isAbsent(error) ? [] : undefined
  }
}

const leadsTo = (data_dir: string, folder: string): boolean => {
  try {
    return realpathSync(join(data_dir, 'postgres')) === folder
  } catch (error) {
    // A folder that we may not look into may well lead there.
    return !isAbsent(error)
  }
}

/** Undefined: it is not there, or not ours to read. */
const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => lstatSync(join(entry.parentPath, entry.name)).size)
    .reduce((sum, size) => sum + size, 0)
