import { allFlags, type UserCaller } from '#domain/access/caller.ts'
import { ask } from '../change-requests/ask.ts'
import { groupWish, storeWish } from '../change-requests/wishes.ts'
import type { Tx } from '../platform/db/database.ts'
import { listGroups } from '../users/groups.ts'
import { ACCOUNTS, type AccountName, emailOf } from './company.ts'
import type { Company } from './seed-company.ts'

/** One change that each superadmin has asked for, for the other one to decide. */
export const seedChangeRequests = async (tx: Tx, { stores, users }: Company, now: Date): Promise<void> => {
  const by = (name: AccountName): { tx: Tx; caller: UserCaller; now: Date } => {
    const { first_name, last_name, access_type } = ACCOUNTS[name]
    const person = { user_id: users[name], email: emailOf(name), display_name: `${first_name} ${last_name}` }
    return { tx, caller: { kind: 'user', ...person, access_type, flags: allFlags, stores: [] }, now }
  }
  const auditors = (await listGroups(tx)).find(({ name }) => name === 'Auditors')
  if (!auditors) throw new Error('The demo company has auditors.')
  const wider = { group_id: auditors.id, name: 'Auditors', permissions: [...EXPORTING] }
  await ask(by('farid'), {
    wish: groupWish({ action: 'edit', ...wider }),
    reason: 'The yearly audit works with lists as CSV.',
    detail: '',
  })
  const renamed = { code: 'PEN01', name: 'Pulau Pinang, Bayan Lepas' }
  await ask(by('devi'), {
    wish: storeWish({ action: 'edit', storecode_id: stores.PEN01, ...renamed, sender_entity_code: '' }),
    reason: 'The branch has moved.',
    detail: '',
  })
}

const EXPORTING = ['can_view_all', 'can_export_csv'] as const
