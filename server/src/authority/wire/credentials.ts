import { sha256Hex } from '../../platform/crypto/digest.ts'
import type { Environment } from './environments.ts'
import type { ClientKey } from './gate.ts'

export type Credentials = {
  environment: Environment
  client_id: string
  client_secret: string
  /** An intermediary names the taxpayer it acts for: `TIN` or `TIN:ROB`. */
  on_behalf_of?: string
}

/** Names a client in shared tables without naming its id. */
export const clientKeyOf = (c: Credentials): ClientKey =>
  sha256Hex(`${c.environment} ${c.client_id} ${c.on_behalf_of ?? ''}`)
