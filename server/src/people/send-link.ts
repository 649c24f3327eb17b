import type { UserCaller } from '#domain/access/caller.ts'
import { conflict } from '#domain/problems.ts'
import { recordChange } from '../audit/record.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { hasEnoughLinks, mailLinkTo, OPEN_LINKS_MAX } from '../session/passwords/links.ts'
import { getUser } from './list.ts'
import { targetOf } from './record.ts'

/**
 * Mails a person a link to a new password, or to the first one. Throws not_found, and conflict for people of the
 * directory, for those who are deactivated, and for whoever has as many working links as one may have.
 */
export const sendLink = (
  { db, caller, now }: { db: Db; caller: UserCaller; now: Date },
  { id }: { id: string },
): Promise<{ detail: string }> =>
  inTransaction(db, async (tx) => {
    const user = await getUser({ db: tx, now }, id)
    const { email, origin, state } = user
    if (origin === 'directory') throw conflict('directory_account', OF_THE_DIRECTORY)
    if (state === 'deactivated') throw conflict('deactivated', 'This account is deactivated.')
    if (await hasEnoughLinks(tx, id, now)) throw conflict('links_open', LINKS_OPEN)
    await mailLinkTo(tx, user)
    const after = { mailed_link: `sent ${now.toISOString()}` }
    const change = { target: targetOf(user), before: {}, after, fields: ['mailed_link'] } as const
    await recordChange(tx, { caller, now }, change)
    return { detail: `A link is on its way to ${email}.` }
  })

const OF_THE_DIRECTORY = 'The password of this person belongs to your company’s directory.'
const LINKS_OPEN = `${OPEN_LINKS_MAX} links that still work were sent to this person already.`
