import type { Selectable } from 'kysely'
import { conflict } from '#domain/problems.ts'
import { HOUR_MS } from '#domain/time/units.ts'
import { randomToken, sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { hasNoSuperadmin } from '../users/find.ts'
import { addLink, deleteLinks, holdLink, type LinkRow, readLink, spendLink } from './rows.ts'

type By = { db: Db; now: Date }

const LINK_HOURS = 24

/**
 * For the start of a web process: the token of a new link while nobody can administer this installation, undefined
 * afterwards. Those of other starts stay for their time, since several processes start side by side. People of the
 * directory who came first change nothing: they have no rights.
 */
export const openLink = async ({ db, now }: By): Promise<string | undefined> => {
  if (!(await hasNoSuperadmin(db))) return undefined
  const token = randomToken()
  const valid_until = new Date(now.getTime() + LINK_HOURS * HOUR_MS)
  await inTransaction(db, (tx) => addLink(tx, { token_hash: sha256Hex(token), created_at: now, valid_until }))
  return token
}

/** Whether the link works now. */
export const checkLink = async (
  { db, now }: By,
  { token }: { token: string },
): Promise<{ works: boolean }> => ({
  works: isOpen(await readLink(db, sha256Hex(token)), now) && (await hasNoSuperadmin(db)),
})

/** Throws what `useLink` would, before anything costly is done. */
export const demandLink = async ({ db, now }: By, token: string): Promise<void> =>
  demandOpen(await readLink(db, sha256Hex(token)), now)

/**
 * Uses the link up, once. Throws conflict for one that does not work, for one by which this installation was set up,
 * and when it has got a superadmin otherwise.
 */
export const useLink = async (tx: Tx, token: string, now: Date): Promise<void> => {
  const token_hash = sha256Hex(token)
  demandOpen(await holdLink(tx, token_hash), now)
  if (!(await hasNoSuperadmin(tx))) throw isSetUp()
  await spendLink(tx, token_hash, now)
}

/** No link works any more; the next start of a web process prints one where one is needed. */
export const endAllLinks = (tx: Tx): Promise<void> => deleteLinks(tx)

const demandOpen = (row: Selectable<LinkRow> | undefined, now: Date) => {
  if (row?.used_at) throw isSetUp()
  if (!isOpen(row, now)) {
    throw conflict(
      'set_up_link_dead',
      'This set-up link does not work. Start Lulus anew: the console then prints another one.',
    )
  }
}

const isSetUp = () => conflict('set_up_done', 'This installation is set up already. Log in to go on.')

const isOpen = (row: Selectable<LinkRow> | undefined, now: Date): boolean =>
  row !== undefined && row.used_at === null && row.valid_until > now
