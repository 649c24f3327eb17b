import { chain } from '#contract/logs/chain.ts'
import { routesWith } from '../platform/http/route.ts'
import { readChains, type Vouching } from './chains.ts'
import { beginVerification, readVerification } from './verification.ts'

const on = routesWith<Vouching>()

export const chainRoutes = [
  on(chain.read, (call) => readChains(call)),
  on(chain.verification, (call) => readVerification(call)),
  on(chain.verify, (call) => beginVerification(call)),
]
