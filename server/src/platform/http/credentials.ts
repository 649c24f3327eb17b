type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The session token of a call, if it carries one. */
export const tokenOf = (headers: Headers): string | undefined => credential(headers, 'token')

/** The key of an integration, where no token is carried. */
export const keyOf = (headers: Headers): string | undefined =>
  credential(headers, 'api-key') ?? bounded(headers['x-api-key'])

const credential = (headers: Headers, scheme: string): string | undefined => {
  const [given, value, ...more] = bounded(headers.authorization)?.split(' ') ?? []
  return given?.toLowerCase() === scheme && value && more.length === 0 ? value : undefined
}

const HEADER_LENGTH_MAX = 300

const bounded = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && header.length > 0 && header.length <= HEADER_LENGTH_MAX ? header : undefined
