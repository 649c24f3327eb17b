import type { FastifyInstance } from 'fastify'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'

/** What a refusal may say; whatever else stands there is messages by the field at fault. */
export type ErrorBody = {
  code?: string
  detail?: string
  non_field_errors?: string[]
  request_id?: string
  [field: string]: unknown
}

export type Answer<B = ErrorBody> = {
  status: number
  body: B
  headers: Record<string, unknown>
  text: string
  /** The same, byte for byte: a downloaded file. */
  bytes: Buffer
}

/** The contract's answer, or what stands there instead when the call is refused: `status` tells which it is. */
export type BodyOf<E extends Endpoint> = (E['reply'] extends 'file' ? unknown : Output<E>) & ErrorBody

/** What a call is made of, whether or not the contract takes it. */
export type Parts = {
  params?: object
  query?: object
  body?: unknown
  form?: object
  upload?: File
  /** Where the call is known by them: a signature. */
  headers?: Record<string, string>
}

export type Method = Endpoint['method']
type Options = { headers?: Record<string, string> }

export type Client = {
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: Options): Promise<Answer<BodyOf<E>>>
  /** The same with what the compiler would refuse: wrong on purpose, or made by a generator. */
  callWrongly<E extends Endpoint>(endpoint: E, parts: Parts, options?: Options): Promise<Answer<BodyOf<E>>>
  /** To an address that an answer gave, or that is wrong itself. */
  send(method: Method, address: string, body?: unknown, options?: Options): Promise<Answer>
}

/** Speaks HTTP to the application in this process, with the headers of one caller. */
export const clientOf = (
  app: FastifyInstance,
  credentials: () => Promise<Record<string, string>>,
): Client => {
  const send: Client['send'] = async (method, address, body, options = {}) => {
    const reply = await app.inject({
      method,
      url: address,
      headers: { ...(await credentials()), ...options.headers },
      ...(body !== undefined && { payload: body as object }), // inject takes any JSON value
    })
    const json = String(reply.headers['content-type'] ?? '').startsWith('application/json')
    const { statusCode: status, headers, payload: text, rawPayload: bytes } = reply
    return { status, headers, text, bytes, body: json && text !== '' ? JSON.parse(text) : undefined }
  }
  const callWrongly: Client['callWrongly'] = async (endpoint, parts, options) => {
    const headers = { ...parts.headers, ...options?.headers }
    const answer = await send(endpoint.method, addressOf(endpoint, parts), payloadOf(endpoint, parts), {
      headers,
    })
    // Typed by the contract, which the server itself checks in tests.
    return answer as Answer<BodyOf<typeof endpoint>>
  }
  return {
    send,
    callWrongly,
    call: (endpoint, input, options) => callWrongly(endpoint, input as Parts, options), // an intersection of these
  }
}

/** The path with its parameters filled in and the query appended; a list is given value by value. */
export const addressOf = ({ path }: Endpoint, { params = {}, query = {} }: Parts): string => {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) if (value !== undefined) search.append(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Of a form its texts first and the file last. */
const payloadOf = ({ upload }: Endpoint, parts: Parts): unknown => {
  if (!parts.form && !parts.upload) return parts.body
  const fields = new FormData()
  const file = upload && parts.upload ? { [upload.field]: parts.upload } : {}
  for (const [name, value] of Object.entries({ ...parts.form, ...file })) fields.set(name, value)
  return fields
}
