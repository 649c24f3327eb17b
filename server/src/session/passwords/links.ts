import type { Tx } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { mailLinkJob } from './jobs.ts'
import { countOpenResets, spendResets } from './rows.ts'

/** Whoever has so many working links in the letter box needs no further one. */
export const OPEN_LINKS_MAX = 5

/** Whether a person has been sent as many links that still work as one may have. */
export const hasEnoughLinks = async (tx: Tx, user_id: string, now: Date): Promise<boolean> =>
  (await countOpenResets(tx, user_id, now)) >= OPEN_LINKS_MAX

/** Has a link mailed to a person because an administrator wants it. */
export const mailLinkTo = (tx: Tx, { email }: { email: string }) =>
  enqueue(tx, mailLinkJob, { email, by_administrator: true })

/** None of the person's links works any more. */
export const endLinks = (tx: Tx, user_id: string, now: Date) => spendResets(tx, user_id, now)
