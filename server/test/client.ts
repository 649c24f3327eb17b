import type { FastifyInstance } from 'fastify'

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the contract test checks shapes; tests read single fields
  body: any
  headers: Record<string, unknown>
  text: string
  /** The same, byte for byte: a downloaded file. */
  bytes: Buffer
}
type Options = { headers?: Record<string, string> }

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Client = {
  send(method: Method, path: string, body?: unknown, options?: Options): Promise<Answer>
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, body?: unknown, options?: Options): Promise<Answer>
  put(path: string, body?: unknown, options?: Options): Promise<Answer>
  delete(path: string, options?: Options): Promise<Answer>
}

/** Speaks HTTP to the application in this process, with the headers of one caller. */
export const clientOf = (
  app: FastifyInstance,
  credentials: () => Promise<Record<string, string>>,
): Client => {
  const send = async (
    method: Method,
    path: string,
    body?: unknown,
    options: Options = {},
  ): Promise<Answer> => {
    const reply = await app.inject({
      method,
      url: path,
      headers: { ...(await credentials()), ...options.headers },
      ...(body !== undefined && { payload: body as object }), // inject takes any JSON value
    })
    const json = String(reply.headers['content-type'] ?? '').startsWith('application/json')
    const { statusCode: status, headers, payload: text, rawPayload: bytes } = reply
    return { status, headers, text, bytes, body: json && text !== '' ? JSON.parse(text) : undefined }
  }
  return {
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
    put: (path, body, options) => send('PUT', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
  }
}
