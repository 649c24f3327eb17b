import { chain } from '#contract/logs/chain.ts'
import { routesWith } from '../platform/http/route.ts'
import { readChains, type Vouching, verifyChains } from './chains.ts'

const on = routesWith<Vouching>()

export const chainRoutes = [
  on(chain.read, (call) => readChains(call)),
  on(chain.verify, (call) => verifyChains(call)),
]
