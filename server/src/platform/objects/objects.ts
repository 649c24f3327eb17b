import { S3mini } from 's3mini'
import { assertOutsideTransaction } from '../db/database.ts'
import type { ObjectsEnv } from '../env/objects-env.ts'

/**
 * Objects in a bucket of any S3-compatible store, by keys of letters, digits, `/`, `.`, `_` and `-`. Every call throws
 * when the store refuses it or does not answer in time.
 */
export type Objects = {
  /** Replaces what the key had before; a key that is to be written once names its content. */
  put(key: string, text: string): Promise<void>
  /** Undefined where there is none. Throws for an object of more than `bytes_max`. */
  get(key: string, bytes_max: number): Promise<string | undefined>
  /** The keys that begin so, in their order. */
  list(beginning: string): Promise<string[]>
}

/** Two of them end before the transaction of a verification, which waits for them, counts as lying still. */
const ANSWER_MS_MAX = 20_000
const KEYS_MAX = 100_000

/** Connects to nothing yet. */
export const openObjects = ({ url, region, access_key_id, secret_access_key }: ObjectsEnv): Objects => {
  const bucket = new S3mini({
    endpoint: url,
    region,
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    requestAbortTimeout: ANSWER_MS_MAX,
  })
  return {
    put: (key, text) => {
      assertOutsideTransaction('objects')
      return asked(async () => void (await bucket.putObject(keyOf(key), text, 'application/json')))
    },
    get: (key, bytes_max) =>
      asked(async () => {
        const answer = await bucket.getObjectResponse(keyOf(key))
        return answer?.body ? readText(answer.body, bytes_max) : undefined
      }),
    list: (beginning) =>
      asked(async () => {
        const found = await bucket.listObjects('/', keyOf(beginning), KEYS_MAX)
        if (found === null) throw new Error('There is no such bucket.')
        return found.map(({ Key }) => Key).toSorted()
      }),
  }
}

const keyOf = (key: string): string => {
  if (/^[A-Za-z0-9][A-Za-z0-9/._-]{0,299}$/.test(key)) return key
  throw new Error(`Not an object key: ${key.slice(0, 80)}`)
}

const readText = async (body: ReadableStream<Uint8Array>, bytes_max: number): Promise<string> => {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > bytes_max) throw new Error(`The object has more than ${bytes_max} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** What a store says of a refused signature repeats what was signed and by which key; only its code is told. */
const asked = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    const { status, code, message } = error as { status?: number; code?: string; message?: string }
    const why = status === undefined ? (code ?? message) : `${status} ${code ?? ''}`.trim()
    throw new Error(`The object store cannot be used: ${why}`)
  }
}
