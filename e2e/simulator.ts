/** Asks the simulated authority what it holds, through its own calls: the other side's view of a document. */
import { ownProduct } from './own-product.ts'

export type LedgerEntry = {
  uuid: string
  submissionUid: string
  codeNumber: string
  issuerTin: string
  documentHash: string
  receivedAt: string
  status: string
}

const call = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(new URL(path, ownProduct().simulator_url), init)
  if (!answer.ok)
    throw new Error(`The simulator answered ${answer.status} to ${path}: ${await answer.text()}`)
  return answer
}

export const readLedger = async () => (await (await call('/_sim/ledger')).json()) as LedgerEntry[]

/** The next calls of a kind meet trouble. */
export const planFault = (kind: string, fault: string, times = 1) =>
  call('/_sim/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ call: kind, fault, times }),
  })

/** Trouble that was planned and has not happened does not happen any more. */
export const clearFaults = () => call('/_sim/faults', { method: 'DELETE' })

/** Findings of the examiner on an XML document; none for a document that is in order. */
export const verify = async (xml: string) =>
  (await (await call('/_sim/verify', { method: 'POST', body: xml })).json()) as unknown[]

export type Taxpayer = { tin: string; id_type: string; id_value: string; name: string }

type Credentials = { client_id: string; client_secret: string }

/** The document as it was received, fetched with its issuer's own credentials. */
export const fetchRaw = async (uuid: string, issuer: Taxpayer): Promise<string> => {
  const json = { 'content-type': 'application/json' }
  const registered = await call('/_sim/taxpayers', {
    method: 'POST',
    headers: json,
    body: JSON.stringify(issuer),
  })
  const { client_id, client_secret } = (await registered.json()) as Credentials
  const form = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  const token = await call('/connect/token', { method: 'POST', body: form })
  const { access_token } = (await token.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  const raw = await call(`/api/v1.0/documents/${uuid}/raw`, { headers: { authorization } })
  return ((await raw.json()) as { document: string }).document
}
