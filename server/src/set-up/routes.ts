import { setUp } from '#contract/installation/set-up.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { completeSetUp } from './complete.ts'
import { checkLink } from './link.ts'

const on = routesWith<{ db: Db; secret_key: string; simulator_url: string; has_simulator: boolean }>()

export const setUpRoutes = [
  on(setUp.checkLink, async ({ body, has_simulator, ...call }) => ({
    ...(await checkLink(call, body)),
    has_simulator,
  })),
  on(setUp.complete, ({ body, secret_key, ...call }) =>
    completeSetUp({ ...call, box: secretBox(secret_key) }, body),
  ),
]
