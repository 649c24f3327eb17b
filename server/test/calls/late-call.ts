import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

type Call = { method: string; url: string | URL; headers: Record<string, string>; body: string }

/** Sends a call but for the end of its body, for which the server waits until `finish`: that answers what it said. */
export const beginCall = ({ method, url, headers, body }: Call) => {
  const length = { 'content-length': Buffer.byteLength(body) }
  const call = httpRequest(url, { method, headers: { ...headers, ...length } })
  // Of a refused call the server may take no more; the answer is what counts.
  call.on('error', () => {})
  const answer = once(call, 'response') as Promise<[IncomingMessage]>
  call.write(body.slice(0, -2))
  const finish = async (): Promise<{ status: number | undefined; body: unknown }> => {
    call.end(body.slice(-2))
    const [told] = await answer
    return { status: told.statusCode, body: await json(told) }
  }
  return { finish }
}
