import { type Db, inTransaction } from '../../platform/db/database.ts'
import { networkOf } from '../../platform/http/address.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import { refuseEarly, registerTry } from '../throttle.ts'
import { mailLinkJob } from './jobs.ts'

type Asked = { email: string; ip: string; user_agent: string }

/**
 * Has a link mailed to this address, if it is one of ours. That is found out later, by the job: known and unknown
 * addresses cost the same statements and get the same answer. Throws too_many as signing in does, counted apart.
 */
export const requestReset = async (
  { db, now }: { db: Db; now: Date },
  { email, ip, user_agent }: Asked,
): Promise<{ detail: string }> => {
  const username = email.toLowerCase()
  const counted = { account: `reset ${username}`, source: `reset ${networkOf(ip)}`, by_device: false }
  const attempt = { ...counted, username, user_id: null, ip, user_agent, now }
  await refuseEarly(db, attempt)
  await inTransaction(db, async (tx) => {
    await registerTry(tx, attempt)
    await enqueue(tx, mailLinkJob, { email: username })
  })
  return { detail: 'If this address has an account, a link is on its way to it.' }
}
