import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword } from '../access/passwords.ts'
import { equipEntities } from '../entities/access/equip.ts'
import type { SecretBox } from '../platform/crypto/secret-box.ts'
import { inTransaction } from '../platform/db/database.ts'
import { type Lease, withLease } from '../platform/db/lease.ts'
import { writeSetting } from '../settings/write.ts'
import { hasDemoAccounts, hasNoUsers } from '../users/find.ts'
import { inventPassword, resetPasswords } from './password.ts'
import { seedAddressBook } from './seed-address-book.ts'
import { seedApiKeys } from './seed-api-keys.ts'
import { seedChangeRequests } from './seed-change-requests.ts'
import { seedCompany } from './seed-company.ts'
import { seedDefects } from './seed-defects.ts'
import { type HistoryMeans, seedHistory } from './seed-history.ts'
import { seedShaping } from './seed-shaping.ts'

export type SeedMeans = HistoryMeans & {
  box: SecretBox
  /** DEMO_PASSWORD; undefined: one is invented. */
  password: string | undefined
}

/** Which password the demo accounts have: the given one, one invented just now, or that of an earlier start. */
export type Seeded =
  | { password: 'given' }
  | { password: 'invented'; text: string }
  | { password: 'kept' }
  /** They were removed. */
  | { password: 'none'; set_up_url: undefined }

/** Where the demo company's people ask for help. */
export const SUPPORT_EMAIL = 'it-support@lulus.example'

/** How often a process looks whether another one has finished seeding. */
const LOOK_AGAIN_MS = 250

/**
 * Fills an empty installation with the demo company; one process does so however many start at once, and the
 * others wait: a worker that ran already would send the documents of the past at today's date. Where the company
 * exists, a given password becomes that of its accounts.
 */
export const seedDemo = async (means: SeedMeans): Promise<Seeded> => {
  const lease = await withLease(means.db, 'demo seed', async (held): Promise<Seeded> => {
    const seeded = (await hasNoUsers(means.db)) ? await makeDemo(means, held) : await keepDemo(means)
    try {
      await equipEntities(means)
      if (seeded.password !== 'none') await seedHistory(means)
    } catch (error) {
      means.log.warn({ err: error }, 'the demo company is incomplete; the next start tries again')
    }
    return seeded
  })
  if (!lease.busy) return lease.value
  await sleep(LOOK_AGAIN_MS)
  return seedDemo(means)
}

const makeDemo = async ({ db, now, password }: SeedMeans, held: Lease): Promise<Seeded> => {
  const text = password ?? inventPassword()
  const password_hash = await hashPassword(text)
  await inTransaction(db, async (tx) => {
    await held.demandIn(tx)
    const company = await seedCompany(tx, password_hash, now)
    await seedAddressBook(tx, company, now)
    await seedApiKeys(tx, company, now)
    await seedChangeRequests(tx, company, now)
    await seedShaping(tx, now)
    await seedDefects(tx, company, now)
  })
  await writeSetting(db, { caller: undefined, key: 'support.email', value: SUPPORT_EMAIL, now })
  return password === undefined ? { password: 'invented', text } : { password: 'given' }
}

const keepDemo = async ({ db, password }: SeedMeans): Promise<Seeded> => {
  if (!(await hasDemoAccounts(db))) return { password: 'none', set_up_url: undefined }
  if (password === undefined) return { password: 'kept' }
  await resetPasswords(db, password)
  return { password: 'given' }
}
