import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256Hex } from '../../crypto/digest.ts'
import { StartError } from '../../env/start-error.ts'
import { type Account, mayEnter } from './account.ts'
import { type Deserted, desertedFolders, FAR_ROOT, makeFarFolder, rememberOwner } from './far.ts'

/** Absolute paths: `root` holds the cluster and its log, `sockets` only the Unix socket. */
export type Place = { root: string; cluster: string; sockets: string; log_file: string }

type Wish = { data_dir: string; account: Account | undefined; far_root: string }

/**
 * Makes the folders of the embedded database: DATA_DIR/postgres. When the database's account cannot get there
 * (root's home, for one), the folder lies under `far_root` and DATA_DIR/postgres is a link to it.
 */
export const makePlace = (wish: Wish): Place => {
  const { data_dir, account, far_root } = wish
  mkdirSync(data_dir, { recursive: true })
  const wanted = linkIn(data_dir)
  if (lstatSync(wanted, { throwIfNoEntry: false }) === undefined) makeRoot(wish)
  if (!existsSync(wanted)) throw new StartError(`${wanted} points to a folder that is gone: bring it back.`)
  const root = realpathSync(wanted)
  const cluster = join(root, 'cluster')
  refuseOthers(existsSync(cluster) ? cluster : root, { account, root })
  if (!mayEnter(account, root)) {
    throw new StartError(
      `The database's user cannot enter ${root}: let others pass its parent folders (chmod o+x).`,
    )
  }
  rememberOwner(root, data_dir, far_root)
  const sockets = makeSocketFolder(root, account)
  return { root, cluster, sockets, log_file: join(root, 'postgres.log') }
}

/** Its owner is our account (`databaseAccount`), unless that would be root. */
const refuseOthers = (folder: string, { account, root }: { account: Account | undefined; root: string }) => {
  if (account === undefined || statSync(folder).uid === account.uid) return
  throw new StartError(
    `${folder} belongs to root, like what was copied without its owners, and PostgreSQL cannot run as root: ` +
      `chown -R ${account.uid}:${account.gid} ${root}`,
  )
}

/** Where databases lie of which no copy of DATA_DIR is a backup. */
export type Whereabouts = {
  /** The folder of this database when it does not lie in DATA_DIR. */
  outside: string | undefined
  deserted: readonly Deserted[]
}

/** Where the embedded database of `data_dir`, which runs, lies, and which others nobody uses any more. */
export const findWhereabouts = (data_dir: string, far_root = FAR_ROOT): Whereabouts => {
  const root = realpathSync(linkIn(data_dir))
  const isInside = root.startsWith(join(realpathSync(data_dir), '/'))
  return { outside: isInside ? undefined : root, deserted: desertedFolders(far_root) }
}

const linkIn = (data_dir: string) => join(data_dir, 'postgres')

const makeRoot = ({ data_dir, account, far_root }: Wish) => {
  const wanted = linkIn(data_dir)
  if (mayEnter(account, data_dir)) return makeFolder(wanted, account)
  const elsewhere = makeFarFolder(far_root, account)
  try {
    symlinkSync(elsewhere, wanted)
  } catch (error) {
    rmdirSync(elsewhere)
    // Another process that starts at the same time was quicker; its place is ours too.
    if (!existsSync(wanted)) throw error
  }
}

/** The kernel allows 107 bytes for a socket's path. */
const SOCKET_FOLDER_LENGTH_MAX = 80

/** Where the socket lies: closed to everybody but the account. */
export const makeSocketFolder = (root: string, account: Account | undefined): string => {
  const beside = join(root, 's')
  const folder =
    beside.length <= SOCKET_FOLDER_LENGTH_MAX
      ? beside
      : join(tmpdir(), `lulus-${sha256Hex(root).slice(0, 16)}`)
  makeFolder(folder, account)
  // Whoever may open the socket is let in, and a folder for temporary files is open to everybody.
  const { uid, mode } = lstatSync(folder)
  if (uid !== (account?.uid ?? process.getuid?.()) || (mode & 0o077) !== 0) {
    throw new StartError(`${folder} must belong to the database's user and be closed to others.`)
  }
  return folder
}

/** Made under another name and then renamed: who starts at the same time finds it with its owner, or not at all. */
const makeFolder = (folder: string, account: Account | undefined) => {
  if (lstatSync(folder, { throwIfNoEntry: false })) return
  const draft = mkdtempSync(`${folder}.new-`)
  if (account) chownSync(draft, account.uid, account.gid)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmdirSync(draft)
    if (!existsSync(folder)) throw error
  }
}
