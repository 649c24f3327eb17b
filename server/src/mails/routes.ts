import { mails } from '#contract/installation/mails.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { getMail } from './get.ts'
import { listMails } from './list.ts'

const on = routesWith<{ db: Db; mail_dir: string | undefined; public_url: string }>()

export const mailRoutes = [
  on(mails.list, (call) => listMails(call, call.query)),
  on(mails.get, (call) => getMail(call, call.params.id)),
]
