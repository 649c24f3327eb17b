import type { Taxpayer } from '../world/records.ts'
import { issueToken, TOKEN_SECONDS } from '../world/tokens.ts'
import type { Answer, Request } from './wire/answer.ts'
import { spend } from './wire/rate-limits.ts'

/**
 * * `POST /connect/token`: client credentials, as a taxpayer or (header `onbehalfof`) as an intermediary for
 * one.
 * Source: sdk.myinvois.hasil.gov.my/api/07-login-as-taxpayer-system/ and 08, read 23 Jul 2026.
 */
export const requestToken = (request: Request): Answer => {
  const form = new URLSearchParams(request.body.toString('utf8'))
  const client_id = form.get('client_id') ?? ''
  const secret = form.get('client_secret') ?? ''
  const grant = form.get('grant_type') ?? ''
  const scope = form.get('scope') ?? 'InvoicingAPI'
  if (client_id === '' || secret === '' || grant === '') {
    return oauthError('invalid_request', 'client_id, client_secret and grant_type are required')
  }
  if (grant !== 'client_credentials') return oauthError('unsupported_grant_type', 'Use client_credentials')
  if (scope !== 'InvoicingAPI') return oauthError('invalid_scope', 'The only scope is InvoicingAPI')
  const { headers, refusal } = spend(request.world, { call: 'token', client_id })
  const answer = refusal ?? login({ ...request, client_id, secret })
  return { ...answer, headers: { ...headers, ...answer.headers } }
}

const login = ({
  client_id,
  secret,
  ...request
}: Request & { client_id: string; secret: string }): Answer => {
  const owner = request.world.clients.get(client_id)
  if (!owner || (secret !== owner.client_secret && secret !== owner.client_secret_2)) {
    return oauthError('invalid_client', 'Unknown client or wrong secret')
  }
  const represented = request.headers.onbehalfof
  if (represented === undefined) return granted(request, { taxpayer: owner, intermediary: undefined })
  const [tin = '', registration] = represented.split(':')
  const taxpayer = request.world.taxpayers.get(tin)
  if (!taxpayer || (registration !== undefined && registration !== taxpayer.id_value)) {
    return oauthError('invalid_grant', 'The represented taxpayer is not known')
  }
  return granted(request, { taxpayer, intermediary: owner })
}

type Grant = { taxpayer: Taxpayer; intermediary: Taxpayer | undefined }

const granted = ({ world }: Request, { taxpayer, intermediary }: Grant): Answer => {
  const { client_id } = intermediary ?? taxpayer
  return {
    status: 200,
    body: {
      access_token: issueToken(world, { taxpayer, intermediary, client_id }),
      expires_in: TOKEN_SECONDS,
      token_type: 'Bearer',
      scope: 'InvoicingAPI',
    },
  }
}

const oauthError = (error: string, error_description: string): Answer => ({
  status: 400,
  body: { error, error_description, error_uri: null },
})
