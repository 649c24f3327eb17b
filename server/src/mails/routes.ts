import { mails } from '#contract/installation/mails.ts'
import { asPerson } from '../access/person.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { getMail } from './get.ts'
import { listMails } from './list.ts'
import { sendTestMail } from './test-mail.ts'
import { listUnsent } from './unsent.ts'

type Context = {
  db: Db
  mail_dir: string
  mail_from: string
  smtp_url: string | undefined
  secret_key: string
  public_url: string
}
const on = routesWith<Context>()

const withBox = <C extends Context>(call: C) => ({ ...call, box: secretBox(call.secret_key) })

export const mailRoutes = [
  on(mails.list, (call) => listMails(withBox(call), call.query)),
  on(mails.get, (call) => getMail(withBox(call), call.params.id)),
  on(mails.unsent, (call) => listUnsent(call, call.query)),
  on(mails.test, (call) => sendTestMail({ ...withBox(call), caller: asPerson(call.caller) })),
]
