import { passwords } from '#contract/people/passwords.ts'
import { asPerson } from '../../access/person.ts'
import type { Db } from '../../platform/db/database.ts'
import { routesWith } from '../../platform/http/route.ts'
import type { SignInLines } from '../line.ts'
import { requireToken, userAgentOf } from '../person.ts'
import { changeOwnPassword } from './change.ts'
import { requestReset } from './request-reset.ts'
import { checkLink, resetPassword } from './reset.ts'

const on = routesWith<{ db: Db; lines: SignInLines }>()

export const passwordRoutes = [
  on(passwords.requestReset, ({ body, address: ip, headers, ...call }) =>
    requestReset(call, { ...body, ip, user_agent: userAgentOf(headers) }),
  ),
  on(passwords.checkLink, ({ body, ...call }) => checkLink(call, body)),
  on(passwords.reset, ({ body, address: ip, headers, ...call }) =>
    resetPassword(call, { ...body, ip, user_agent: userAgentOf(headers) }),
  ),
  on(passwords.change, ({ body, address: ip, headers, caller, ...call }) => {
    const from = { ip, user_agent: userAgentOf(headers), token: requireToken(headers) }
    return changeOwnPassword({ ...call, caller: asPerson(caller) }, { ...body, ...from })
  }),
]
