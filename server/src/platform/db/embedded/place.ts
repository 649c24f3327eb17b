import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../crypto/digest.ts'
import type { Log } from '../../log/log.ts'
import { type Account, mayEnter } from './account.ts'

/** Absolute paths: `root` holds the cluster and its log, `sockets` only the Unix socket. */
export type Place = { root: string; cluster: string; sockets: string; log_file: string }

/**
 * Makes the folders of the embedded database: DATA_DIR/postgres. When the database's account cannot get there
 * (root's home, for one), the folder lies under /var/lib and DATA_DIR/postgres is a link to it.
 */
export const makePlace = (data_dir: string, account: Account | undefined, log: Log): Place => {
  mkdirSync(data_dir, { recursive: true })
  const wanted = join(data_dir, 'postgres')
  if (lstatSync(wanted, { throwIfNoEntry: false }) === undefined) makeRoot(data_dir, wanted, account, log)
  if (!existsSync(wanted)) throw new Error(`${wanted} points to a folder that is gone: bring it back.`)
  const root = realpathSync(wanted)
  if (!mayEnter(account, root)) {
    throw new Error(
      `The database's user cannot enter ${root}: let others pass its parent folders (chmod o+x).`,
    )
  }
  const sockets = makeSocketFolder(root, account)
  return { root, cluster: join(root, 'cluster'), sockets, log_file: join(root, 'postgres.log') }
}

const FAR_AWAY = '/var/lib/lulus'

const makeRoot = (data_dir: string, wanted: string, account: Account | undefined, log: Log) => {
  if (mayEnter(account, data_dir)) return makeFolder(wanted, account)
  mkdirSync(FAR_AWAY, { recursive: true, mode: 0o755 })
  // A new name each time: a data folder that was deleted and made anew must not meet its old database.
  const elsewhere = mkdtempSync(join(FAR_AWAY, 'database-'))
  if (account) chownSync(elsewhere, account.uid, account.gid)
  try {
    symlinkSync(elsewhere, wanted)
    log.warn(
      { folder: elsewhere },
      `the database's user cannot enter ${data_dir}: the database lies elsewhere`,
    )
  } catch (error) {
    rmdirSync(elsewhere)
    // Another process that starts at the same time was quicker; its place is ours too.
    if (!existsSync(wanted)) throw error
  }
}

/** The kernel allows 107 bytes for a socket's path. */
const SOCKET_FOLDER_LENGTH_MAX = 80

const makeSocketFolder = (root: string, account: Account | undefined): string => {
  const beside = join(root, 's')
  const folder =
    beside.length <= SOCKET_FOLDER_LENGTH_MAX
      ? beside
      : join(tmpdir(), `lulus-${sha256Hex(root).slice(0, 16)}`)
  makeFolder(folder, account)
  // Whoever may open the socket is let in, and a folder for temporary files is open to everybody.
  const { uid, mode } = lstatSync(folder)
  if (uid !== (account?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new Error(`${folder} must belong to the database's user and be closed to others.`)
  }
  return folder
}

const makeFolder = (folder: string, account: Account | undefined) => {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) === undefined) return
  if (account) chownSync(folder, account.uid, account.gid)
}
