import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allEndpoints } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DocumentWrite } from '#contract/intake.ts'
import { ENTITIES } from '../../src/demo/company.ts'
import { issuePkcs12 } from '../certificates.ts'
import { type Answer, addressOf, type Client, clientOf } from '../client.ts'
import { PASSWORD, type World } from '../world.ts'
import { CASES } from './access-cases.ts'
import { type Case, makeTargets } from './cases.ts'
import { type Field, fieldsOf, type Path, put, walk } from './schema-fields.ts'

/** A field of an endpoint, and the name which an answer gives it. */
export type NamedField = Field & { endpoint: Endpoint; name: string }

/** Where the contract lets documents through unread; the verbs read them by the schema of one document. */
const DOCUMENTS: Readonly<Record<string, Path>> = {
  'intake.submit': [0, 'invoices_data'],
  'intake.preview': [],
}

/** Every field of every endpoint, those of a document in `submit-json` and in the preview included. */
export const allFields = (): NamedField[] =>
  allEndpoints.flatMap((endpoint) => {
    const above = DOCUMENTS[endpoint.id]
    const fields: Field[] = above
      ? walk(DocumentWrite).map(({ path, schema }) => ({ part: 'body', path: [...above, ...path], schema }))
      : fieldsOf(endpoint)
    // A document's fields are named within it.
    return fields.map((field) => ({
      ...field,
      endpoint,
      name: field.path.slice(above?.length ?? 0).join('.'),
    }))
  })

/** `json` is put as it stands, for what JSON.stringify cannot print. */
export type Fill = Pick<Field, 'part' | 'path'> & { value: unknown; json?: string }

export type Calls = {
  /** The endpoint's call as it succeeds for someone with every right, with these fields filled otherwise. */
  send(endpoint: Endpoint, fills?: readonly Fill[], headers?: Record<string, string>): Promise<Answer>
  /** The same as it is, by somebody else. */
  sendAs(client: Client, endpoint: Endpoint): Promise<Answer>
}

/** Makes calls as Devi, who may make them all, on rows that exist. */
export const openCalls = async (world: World): Promise<Calls> => {
  const valid = await validCalls(world)
  const enter = () => world.tokenHeader(world.company.users.devi)
  let devi = await enter()
  const signedIn = clientOf(world.app, async () => devi)
  return {
    send: async (endpoint, fills = [], headers = {}) => {
      const call = valid.get(endpoint.id) ?? { path: '', body: undefined }
      const filled = fills.reduce<Call>((so_far, fill) => fillIn(endpoint, so_far, fill), call)
      const json = typeof filled.body === 'string' && { 'content-type': 'application/json' }
      // What is filled wrongly cannot sign her out; the valid calls have one that does.
      const client = fills.length > 0 ? signedIn : world.as('devi')
      const answer = await sendBy(client, endpoint, filled, { ...json, ...headers })
      // A valid call may have ended her other sessions.
      if (fills.length === 0) devi = await enter()
      return answer
    },
    sendAs: (client, endpoint) => sendBy(client, endpoint, valid.get(endpoint.id) ?? { path: '' }, {}),
  }
}

const sendBy = (
  client: Client,
  endpoint: Endpoint,
  { path, body }: Call,
  headers: Record<string, string>,
): Promise<Answer> => {
  const sent = (endpoint.form || endpoint.upload) && !isJson(endpoint, body) ? asForm(body) : body
  return client.send(endpoint.method, path, sent, { headers })
}

/** Without a file a form may come as JSON, where any of its fields may be nested. */
const isJson = ({ json_too }: Endpoint, body: unknown) =>
  json_too && !Object.values(body ?? {}).some((value) => value instanceof File)

type Call = { path: string; body?: unknown }

/** Of the access matrix, whose callers only knock, with what is asked for behind the door. */
const validCalls = async (world: World): Promise<Map<string, Call>> => {
  const targets = await makeTargets(world)
  const calls = new Map<string, Call>()
  const cases = new Map<string, Case>(Object.entries(CASES))
  for (const endpoint of allEndpoints) {
    const parts = (await cases.get(endpoint.id)?.request(world, targets)) ?? {}
    const file = endpoint.upload && { ...parts.form, [endpoint.upload.field]: parts.upload }
    const body = (await BODIES[endpoint.id]?.(world)) ?? file ?? parts.form ?? parts.body
    const path = addressOf(endpoint, parts).replace('nonsense', randomUUID())
    calls.set(endpoint.id, { path, body })
  }
  return calls
}

const PICTURE = join(import.meta.dirname, '../../src/platform/picture/fixtures/glass.png')

const BODIES: Readonly<Record<string, (world: World) => unknown>> = {
  'session.login': () => ({ username: 'aminah', password: PASSWORD, auth_type: 'django' }),
  'passwords.change': () => ({ old_password: PASSWORD, new_password: PASSWORD }),
  'templates.save': () => ({
    name: 'Monthly rent',
    data: { invoice: { sender_entity_code: ENTITIES.kinabalu.entity_code } },
  }),
  'entities.setCredentials': () => ({ environment: 'prod', client_id: 'id', client_secret: 'secret' }),
  'entities.addCertificate': async (world) => ({
    environment: 'simulator',
    ...(await issuePkcs12(world)),
  }),
  'profile.setImage': () => ({ image: new File([readFileSync(PICTURE)], 'me.png') }),
  'entities.setLogo': () => ({ image: new File([readFileSync(PICTURE)], 'logo.png') }),
}

const HERE = 'the place of JSON that is put as it stands'

const fillIn = (endpoint: Endpoint, { path, body }: Call, { part, path: at, value, json }: Fill): Call => {
  if (json !== undefined) {
    return { path, body: JSON.stringify(put(body, at, HERE)).replace(JSON.stringify(HERE), json) }
  }
  if (part === 'body' || part === 'form') return { path, body: put(body, at, value) }
  const name = encodeURIComponent(String(at[0]))
  const text = escapeText(String(value))
  if (part === 'params') return { path: replaceSegment(endpoint.path, path, { name, text }), body }
  const [address = '', search = ''] = path.split('?')
  const others = search.split('&').filter((piece) => piece !== '' && !piece.startsWith(`${name}=`))
  return { path: `${address}?${[...others, `${name}=${text}`].join('&')}`, body }
}

/** A half of a surrogate pair has no UTF-8; these are the bytes which careless programs send for one. */
const escapeText = (text: string) =>
  text
    .split(/(\p{Cs})/u)
    .map((piece) => (/\p{Cs}/u.test(piece) ? '%ED%A0%80' : encodeURIComponent(piece)))
    .join('')

const replaceSegment = (pattern: string, path: string, given: { name: string; text: string }) => {
  const [address = '', search] = path.split('?')
  const at = pattern.split('/').indexOf(`:${given.name}`)
  const segments = address.split('/').map((segment, i) => (i === at ? given.text : segment))
  return [segments.join('/'), search].filter((piece) => piece !== undefined).join('?')
}

/** A file comes last: an upload is read as it arrives. */
const asForm = (fields: unknown): FormData => {
  const form = new FormData()
  const entries = Object.entries(fields as Record<string, string | File>) // BODIES and uploads
  const [files, texts] = [true, false].map((is) =>
    entries.filter(([, value]) => value instanceof File === is),
  )
  for (const [name, value] of [...(texts ?? []), ...(files ?? [])]) form.set(name, value)
  return form
}
