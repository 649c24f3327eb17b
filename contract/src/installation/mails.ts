import { z } from 'zod'
import { endpoint, superadmin } from '../endpoint.ts'
import { instant, listOf, page, pageSize } from '../fields.ts'

/** `YYYY-MM-DDTHH-MM-SS.mmmZ-uuid`: the name of a file of ours, and never a path. */
const MAIL_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const Mail = z.object({ id: z.string(), at: instant, to: z.string(), subject: z.string() })
export type Mail = z.infer<typeof Mail>

/** The mails that lie in a folder while there is no mail server; the newest thousand are kept. */
export const mails = {
  list: endpoint({
    id: 'mails.list',
    method: 'GET',
    path: '/api/v1/mails/',
    access: superadmin,
    query: z.object({ page, page_size: pageSize(50, 100) }),
    /** `sent`: there is a mail server, so that none of them stays here. */
    reply: listOf(Mail).extend({ sent: z.boolean() }),
  }),
  get: endpoint({
    id: 'mails.get',
    method: 'GET',
    path: '/api/v1/mails/:id/',
    access: superadmin,
    params: z.object({ id: z.string().max(100).regex(MAIL_ID, 'Not a mail id.') }),
    reply: Mail.extend({ text: z.string() }),
  }),
}
