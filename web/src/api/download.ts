import type { Endpoint, Input } from '#contract/endpoint.ts'
import { request } from './call.ts'
import { ApiError } from './errors.ts'
import { fileNameOf } from './file-name.ts'

/** Bytes that have come, and how many there will be where that is known. */
export type Transfer = { bytes: number; bytes_max: number | undefined }

/**
 * Fetches a file under the name that the server gives it; throws ApiError. The page only counts the bytes as they pass:
 * the browser alone holds them, once, and on its disk when they are many. `tell` hears of every further million.
 */
export const fetchFile = async <E extends Endpoint & { reply: 'file' }>(
  endpoint: E,
  input: Input<E>,
  tell: (name: string, transfer: Transfer) => void,
): Promise<{ name: string; content: Blob }> => {
  const response = await request(endpoint, input as object)
  const { headers } = response
  const name = fileNameOf(headers.get('content-disposition')) ?? endpoint.id
  const bytes_max = lengthOf(headers)
  const counted = response.body?.pipeThrough(counting((bytes) => tell(name, { bytes, bytes_max })))
  const type = headers.get('content-type') ?? ''
  try {
    return { name, content: await new Response(counted, { headers: { 'content-type': type } }).blob() }
  } catch {
    // It broke off on its way.
    throw new ApiError(0, undefined)
  }
}

/** Hands a file to the browser's own download. */
export const download = (content: Blob, name: string) => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the address by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

const STEP_BYTES = 1_000_000

/** Passes bytes on and tells how many there were, at every step. */
export const counting = (tell: (bytes: number) => void) => {
  let bytes = 0
  let told = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength
      controller.enqueue(chunk)
      if (bytes - told < STEP_BYTES) return
      told = bytes
      tell(bytes)
    },
  })
}

/** The length of a compressed answer says nothing of the file's. */
const lengthOf = (headers: Headers) => {
  const length = Number(headers.get('content-length'))
  return length > 0 && !headers.has('content-encoding') ? length : undefined
}
