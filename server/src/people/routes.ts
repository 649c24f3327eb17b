import { users } from '#contract/people/users.ts'
import { once } from '../access/once.ts'
import { asPerson } from '../access/person.ts'
import type { Directory } from '../directory/directory.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { inviteUser } from './create.ts'
import { getUser, listUsers, userOptions } from './list.ts'
import { savedAlone } from './names.ts'
import { rightsOf } from './rights.ts'
import { sendLink } from './send-link.ts'
import { updateUser } from './update.ts'

type Context = { db: Db; public_url: string; secret_key: string; directory: Directory | undefined }
const on = routesWith<Context>()

export const userRoutes = [
  on(users.list, (call) => listUsers(call, call.query)),
  on(users.options, (call) => userOptions(call)),
  on(users.get, (call) => getUser(call, call.params.id)),
  on(users.rights, (call) => rightsOf(call, call.params)),
  on(users.create, (call) =>
    savedAlone(() => once(users.create, call, (tx) => inviteUser({ ...call, tx }, call.body))),
  ),
  on(users.update, (call) =>
    updateUser({ ...call, caller: asPerson(call.caller) }, { ...call.params, ...call.body }),
  ),
  on(users.sendLink, (call) => sendLink({ ...call, caller: asPerson(call.caller) }, call.params)),
]
