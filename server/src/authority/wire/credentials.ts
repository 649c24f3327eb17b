import { sha256Hex } from '../../platform/crypto/digest.ts'
import type { Environment } from './environments.ts'
import type { ClientKey, TokenKey } from './gate.ts'

export type Credentials = {
  environment: Environment
  client_id: string
  client_secret: string
  /** An intermediary names the taxpayer it acts for: `TIN` or `TIN:ROB`. */
  on_behalf_of?: string
}

/** Whom the authority's limits and outages meet: a client id, whichever taxpayers it acts for (reference §5). */
export const paceKeyOf = (c: Credentials): ClientKey => keyOf(c, '')

/** A token is bound to the taxpayer for whom an intermediary acts (reference §3). */
export const tokenKeyOf = (c: Credentials): TokenKey => keyOf(c, c.on_behalf_of ?? '')

/** Names a client in shared tables without naming its id. */
const keyOf = ({ environment, client_id }: Credentials, on_behalf_of: string) =>
  sha256Hex(`${environment} ${client_id} ${on_behalf_of}`)

/** A login with this very secret, for whomever the client acts, or for one taxpayer. */
export const loginKeyOf = (
  { environment, client_id, client_secret }: Credentials,
  on_behalf_of = '',
): TokenKey => sha256Hex(`login ${environment} ${client_id} ${on_behalf_of} ${client_secret}`)
