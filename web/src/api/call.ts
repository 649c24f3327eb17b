import { BY_ITSELF_HEADER, type Endpoint, type Input, type Output } from '#contract/endpoint.ts'
import { POSITION_HEADER, POSITION_UNKNOWN } from '#contract/position.ts'
import { isResting } from './activity.ts'
import { takeEarly } from './early.ts'
import { ApiError, fileChanged, unreadable } from './errors.ts'
import { noteWritten, readWritten } from './position.ts'
import { noteAnswer, noteSilence } from './reach.ts'
import { dropToken, readToken } from './token.ts'

export type Options = { signal?: AbortSignal; headers?: Record<string, string> }

type Parts = { query?: object; params?: object; body?: unknown; form?: object; upload?: File }

/** Calls an endpoint of the contract; throws ApiError. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: Options = {},
): Promise<Output<E>> => {
  // Input<E> is an intersection of exactly these optional parts.
  const response = await request(endpoint, input as Parts, options)
  try {
    // The answer is typed by the contract; the server, not the browser, checks it.
    return (endpoint.reply === 'file' ? await response.blob() : await response.json()) as Output<E>
  } catch (error) {
    if (options.signal?.aborted) throw error
    // That the way is there was noted: noted as lost as well, it would be asked for again and again.
    throw unreadable()
  }
}

/** The answer to a call before it is read; throws ApiError. A 401 ends the session here and nowhere else. */
export const request = async (endpoint: Endpoint, parts: Parts, options: Options = {}): Promise<Response> => {
  const token = readToken()
  const response = await send(endpoint, parts, options, token)
  if (response.status === 401 && token) dropToken('expired', token)
  if (!response.ok) throw new ApiError(response.status, await readJson(response))
  return response
}

const send = async (endpoint: Endpoint, parts: Parts, options: Options, token: string | null) => {
  const headers: Record<string, string> = { ...options.headers }
  if (token) headers.authorization = `Token ${token}`
  const written = readWritten()
  if (written !== undefined) headers[POSITION_HEADER] = written
  if (endpoint.method === 'GET' && isResting()) headers[BY_ITSELF_HEADER] = '1'
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  const body = formOf(endpoint, parts) ?? JSON.stringify(parts.body)
  const to = address(endpoint.path, parts)
  try {
    const early = endpoint.method === 'GET' && !options.headers && takeEarly(to, token)
    const response = await (early ||
      fetch(to, {
        method: endpoint.method,
        headers,
        // The one cookie there is goes with the sign-in call alone, and authenticates nothing.
        credentials: 'same-origin',
        ...(body !== undefined && { body }),
        ...(options.signal && { signal: options.signal }),
      }))
    noteAnswer(response)
    noteWritten(response.headers.get(POSITION_HEADER))
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    if (await isAnyChanged([parts.upload, ...Object.values(parts.form ?? {})])) throw fileChanged()
    // It may be saved all the same.
    if (endpoint.method !== 'GET') noteWritten(POSITION_UNKNOWN)
    noteSilence()
    throw new ApiError(0, undefined)
  }
}

const isAnyChanged = async (sent: readonly unknown[]): Promise<boolean> => {
  const changed = await Promise.all(sent.map((one) => one instanceof File && isChanged(one)))
  return changed.includes(true)
}

/** Whether the browser sends a chosen file no more, since it was written anew where it lies. */
const isChanged = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    )

/** The path with its parameters filled in and its query appended; empty values are left out. */
export const address = (path: string, parts: Parts): string => {
  const params = new Map(Object.entries(parts.params ?? {}))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.append(name, String(value))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** The file comes last: the server reads it while it arrives. */
const formOf = ({ upload }: Endpoint, parts: Parts) => {
  if (!parts.form && !parts.upload) return undefined
  const form = new FormData()
  const file = upload && parts.upload ? { [upload.field]: parts.upload } : {}
  for (const [name, value] of Object.entries({ ...parts.form, ...file })) {
    if (value !== undefined && value !== null)
      form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
