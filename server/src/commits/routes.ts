import { commits } from '#contract/logs/commits.ts'
import { secretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { routesWith } from '../platform/http/route.ts'
import { listCommits } from './list.ts'
import { receivePush } from './receive.ts'

const on = routesWith<{ db: Db; public_url: string; secret_key: string }>()

export const commitRoutes = [
  on(commits.list, (call) => listCommits(call, call.query)),
  on(commits.github, (call) => receivePush({ ...call, box: secretBox(call.secret_key) }, 'github')),
  on(commits.gitlab, (call) => receivePush({ ...call, box: secretBox(call.secret_key) }, 'gitlab')),
]
