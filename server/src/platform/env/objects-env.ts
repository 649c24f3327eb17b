import { z } from 'zod'
import { StartError } from './start-error.ts'

const WRONG_ADDRESS = 'must be the address of a bucket such as https://s3.example.com/lulus'
const WRONG_WORD = 'must have 1 to 300 letters, digits or signs, no blanks'
const word = z.string().regex(/^[\x21-\x7e]{1,300}$/, { error: WRONG_WORD })

/** A bucket is named by the path, or by the host where that alone stands. */
const isBucket = (value: string) => {
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return false
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false
  return /^\/[\w.-]*\/?$/.test(url.pathname)
}

export const objectVariables = {
  S3_URL: z
    .string()
    .max(1_000, { error: WRONG_ADDRESS })
    .refine(isBucket, { error: WRONG_ADDRESS })
    .optional(),
  S3_REGION: word.default('auto'),
  // None of these is ever printed.
  S3_ACCESS_KEY_ID: word.optional(),
  S3_SECRET_ACCESS_KEY: word.optional(),
}
const shape = z.object(objectVariables)

/** How an object store is reached; `url` names the bucket. */
export type ObjectsEnv = { url: string; region: string; access_key_id: string; secret_access_key: string }

/** The object store of the variables; undefined without any. Throws a StartError when one of them is missing. */
export const objectsOf = (v: z.output<typeof shape>): ObjectsEnv | undefined => {
  const { S3_URL: url, S3_ACCESS_KEY_ID: access_key_id, S3_SECRET_ACCESS_KEY: secret_access_key } = v
  if (url === undefined && access_key_id === undefined && secret_access_key === undefined) return undefined
  if (url === undefined || access_key_id === undefined || secret_access_key === undefined)
    throw new StartError('S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  return { url: url.replace(/\/$/, ''), region: v.S3_REGION, access_key_id, secret_access_key }
}
