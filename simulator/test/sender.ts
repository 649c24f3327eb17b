import { createHash } from 'node:crypto'
import { type Simulator, type SimulatorOptions, startSimulator } from '../src/start.ts'
import { KINABALU, type Party, type Signer } from './build.ts'

/** An answer of the simulator. Tests look into JSON freely; what they expect is what they assert. */
// biome-ignore lint/suspicious/noExplicitAny: the bodies under test must not be presumed typed
export type Reply = { status: number; headers: Headers; text: string; json: any }

export type Credentials = {
  client_id: string
  client_secret: string
  client_secret_2: string
  qr_code: string
}

/** A running simulator with what a test needs to speak to it. */
export const startWorld = async (options: SimulatorOptions = {}) => {
  const simulator = await startSimulator({ validation_delay_ms: 0, ...options })
  return openWorld(simulator)
}

export type TestWorld = Awaited<ReturnType<typeof startWorld>>

/** What a test needs to speak to a simulator that runs somewhere. */
export const openWorld = (simulator: Simulator) => {
  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Reply> => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      headers: {
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        'content-type': options.type ?? 'application/json',
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: toBody(options.body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }
  const control = async (path: string, body: object, method = 'POST') =>
    (await call(method, `/_sim/${path}`, { body })).json
  const register = async (party: Party, more: object = {}): Promise<Credentials> =>
    control('taxpayers', { ...party, ...more })
  const certificate = async (party: Party, more: object = {}): Promise<Signer> =>
    control('certificates', { tin: party.tin, brn: party.id_value, name: party.name, ...more })
  const login = async (credentials: Credentials, headers: Record<string, string> = {}): Promise<string> => {
    const body = new URLSearchParams({
      client_id: credentials.client_id,
      client_secret: credentials.client_secret,
      grant_type: 'client_credentials',
    }).toString()
    const type = 'application/x-www-form-urlencoded'
    return (await call('POST', '/connect/token', { body, type, headers })).json.access_token
  }
  return {
    url: simulator.url,
    close: () => simulator.close(),
    call,
    control,
    register,
    certificate,
    login,
    /** Registers a party (Kinabalu unless told otherwise) and signs it in. */
    enter: async (party: Party = KINABALU) => login(await register(party)),
    submit: (token: string, documents: string[]) =>
      call('POST', '/api/v1.0/documentsubmissions/', { token, body: envelope(documents) }),
    details: (token: string, uuid: string) => call('GET', `/api/v1.0/documents/${uuid}/details`, { token }),
  }
}

type CallOptions = {
  token?: string
  body?: object | string
  type?: string
  headers?: Record<string, string>
}

const toBody = (body: object | string): string => (typeof body === 'string' ? body : JSON.stringify(body))

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The envelope of a submission; the format and the number are read off each document. */
export const envelope = (documents: string[]) => ({ documents: documents.map(entry) })

export const entry = (document: string) => ({
  format: document.startsWith('<') ? 'XML' : 'JSON',
  document: Buffer.from(document).toString('base64'),
  documentHash: createHash('sha256').update(document).digest('hex'),
  codeNumber:
    /<cbc:ID>(?!urn:)([^<]*)</.exec(document)?.[1] ?? /"ID":\[\{"_":"([^"]*)"/.exec(document)?.[1] ?? '',
})

/** The codes that the background steps of a document reported. */
export const codesOf = (details: Reply): string[] =>
  details.json.validationResults.validationSteps.flatMap((step: { error?: { innerError: [] } | null }) =>
    (step.error?.innerError ?? []).map((inner: { errorCode: string }) => inner.errorCode),
  )

/** The codes for which the one document of a submission was rejected at once. */
export const rejectionCodes = (reply: Reply): (string | null)[] =>
  reply.json.rejectedDocuments.flatMap((one: { error: { details: { code: string | null }[] } }) =>
    one.error.details.map((detail) => detail.code),
  )
