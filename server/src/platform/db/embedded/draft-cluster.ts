import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, createReadStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { StartError } from '../../env/start-error.ts'
import type { Log } from '../../log/log.ts'
import type { Connection } from '../pool.ts'
import { type Account, databaseAccount } from './account.ts'
import { connectionTo } from './answers.ts'
import { findBinaries } from './binaries.ts'
import { FAR_ROOT } from './far.ts'
import { PATIENCE } from './patience.ts'
import { makePlace, makeSocketFolder, type Place } from './place.ts'
import { ensureServer, stopServer } from './server.ts'

/** Where the embedded database lies, or will, and as whom it runs. */
export type House = { place: Place; account: Account | undefined; binaries: string }

/** Makes the folders that a start would make, but for the cluster itself. */
export const houseOf = (data_dir: string, far_root = FAR_ROOT): House => {
  const account = databaseAccount(data_dir)
  const place = makePlace({ data_dir, account, far_root })
  return { place, account, binaries: findBinaries(account, place.root) }
}

/** Beside the cluster, so that one that proves right takes its place by a renaming. */
export const draftOf = ({ root }: Pick<Place, 'root'>) => ({
  root: join(root, 'restoring'),
  cluster: join(root, 'restoring/cluster'),
})

/**
 * Unpacks a copy of `takeBackupTurn` beside the cluster, in place of what an earlier one may have left there. Throws
 * a StartError that says why it cannot.
 */
export const unpackDraft = async (house: House, archive: string): Promise<Place> => {
  const { account } = house
  // Its log outlives it: where it does not start, that says why.
  const { log_file } = house.place
  const { root, cluster } = draftOf(house.place)
  rmSync(root, { recursive: true, force: true })
  for (const folder of [root, cluster]) {
    mkdirSync(folder, { mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
  }
  const tar = spawn('tar', ['-xpf', '-', '-C', cluster], {
    ...{ ...account, cwd: '/' },
    stdio: ['pipe', 'ignore', 'pipe'] as const,
  })
  const told = await Promise.allSettled([
    pipeline(createReadStream(archive), createGunzip(), tar.stdin as Writable),
    endOf(tar),
  ])
  // Where tar ends first, the other error tells of the broken pipe alone.
  const failed = told.toReversed().find((one) => one.status === 'rejected')
  if (failed) throw new StartError(`${archive} cannot be unpacked: ${messageOf(failed.reason)}`)
  return { root, cluster, sockets: makeSocketFolder(root, account), log_file }
}

const endOf = async (tar: ReturnType<typeof spawn>) => {
  let words = ''
  tar.stderr?.on('data', (chunk) => {
    words += chunk
  })
  const [code] = await once(tar, 'close')
  if (code !== 0) throw new Error(words.trim() || `tar ended with ${code}`)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Runs a server on the cluster that lies in `at`, for as long as `work` lasts. One that lives is waited for, however
 * long its recovery takes; throws a StartError when none does.
 */
export const withCluster = async <T>(
  { account, binaries }: House,
  at: Place,
  { log, work }: { log: Log; work: (connection: Connection) => Promise<T> },
): Promise<T> => {
  const never = new AbortController()
  const plan = { ...at, binaries, account, throw_away: false, patience: PATIENCE, log, stopped: never.signal }
  const { child } = await ensureServer(plan)
  try {
    return await work(connectionTo(at.sockets))
  } finally {
    await stopServer(plan, child)
  }
}
