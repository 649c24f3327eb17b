import { allFlags, type UserCaller } from '#domain/access/caller.ts'
import { malaysianDate } from '#domain/time/dates.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { addDefect, changeDefect } from '../defects/save.ts'
import type { Tx } from '../platform/db/database.ts'
import { ACCOUNTS, type AccountName, emailOf } from './company.ts'
import { DEFECTS } from './defects.ts'
import type { Company } from './seed-company.ts'

/** What the people of the demo company told of the portal, with what became of it. */
export const seedDefects = async (tx: Tx, { users }: Company, now: Date): Promise<void> => {
  const by = (name: AccountName, days_ago: number) => {
    const { first_name, last_name, access_type } = ACCOUNTS[name]
    const person = { user_id: users[name], email: emailOf(name), display_name: `${first_name} ${last_name}` }
    const caller: UserCaller = { kind: 'user', ...person, access_type, flags: allFlags, stores: [] }
    return { tx, caller, now: new Date(now.getTime() - days_ago * DAY_MS), public_url: '' }
  }
  for (const { who, days_ago, told, deeds } of DEFECTS) {
    const teller = by(who, days_ago)
    const { id } = await addDefect(teller, { ...told, detected_on: malaysianDate(teller.now), file_ids: [] })
    for (const { who: next, days_ago: later, ...deed } of deeds)
      await changeDefect(by(next, later), { id, ...deed, file_ids: [] })
  }
}
