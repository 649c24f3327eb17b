import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Taxpayer } from './records.ts'
import type { World } from './world.ts'

/** Life of an access token. */
export const TOKEN_SECONDS = 3600

/** What a token says, as far as the simulator reads it back. Instants in UTC seconds. */
export type TokenClaims = { client_id: string; TaxTin: string; IntermedTIN: string; exp: number }

type TokenOwner = { taxpayer: Taxpayer; intermediary: Taxpayer | undefined; client_id: string }

/** A signed token for one taxpayer; `intermediary` is set when somebody acts for him. */
export const issueToken = (world: World, { taxpayer, intermediary, client_id }: TokenOwner): string => {
  const seconds = Math.floor(world.now() / 1000)
  const claims = {
    iss: 'simulator',
    nbf: seconds,
    iat: seconds,
    exp: seconds + TOKEN_SECONDS,
    scope: ['InvoicingAPI'],
    client_id,
    IsIntermediary: intermediary ? '1' : '0',
    IntermedTIN: intermediary?.tin ?? '',
    name: `${(intermediary ?? taxpayer).tin}:${client_id}`,
    TaxTin: taxpayer.tin,
    IsSystem: '1',
  }
  const content = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(claims)}`
  return `${content}.${sign(world, content)}`
}

/** The claims of a token that this world signed and that has not expired; else undefined. */
export const readToken = (world: World, token: string): TokenClaims | undefined => {
  const [head = '', body = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(world, `${head}.${body}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // The signature proves that issueToken wrote these claims.
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as TokenClaims
  return claims.exp * 1000 > world.now() ? claims : undefined
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const sign = (world: World, content: string): string =>
  createHmac('sha256', world.keys?.token_key ?? '')
    .update(content)
    .digest('base64url')
