import { z } from 'zod'
import { StartError } from './start-error.ts'

/** Stands for what the person typed. */
export const PLACEHOLDER = '{username}'

const ATTRIBUTES = {
  username: 'uid',
  email: 'mail',
  first_name: 'givenName',
  last_name: 'sn',
  groups: 'memberOf',
} as const
export type DirectoryAttributes = Record<keyof typeof ATTRIBUTES, string>

const GROUPS_MAX = 1_000

const text = z.string().max(1_000, { error: 'must have at most 1000 characters' })
const template = text.refine((value) => value.includes(PLACEHOLDER), {
  error: `must contain ${PLACEHOLDER}`,
})

/** `ldap://` is secured by StartTLS; there is no way to send a password in the clear. */
const isAddress = (value: string) => {
  const url = URL.parse(value)
  if (!url || !['ldap:', 'ldaps:'].includes(url.protocol) || url.hostname === '') return false
  return url.username === '' && url.password === '' && ['', '/'].includes(url.pathname) && url.search === ''
}

/** `username=sAMAccountName,email=mail`: what is not named keeps its default. */
const attributes = text.transform((list, ctx): DirectoryAttributes => {
  const pairs = list.split(',').map((pair) => pair.trim().split('='))
  const wrong = pairs.some(
    ([name = '', attribute = '', ...more]) =>
      !Object.hasOwn(ATTRIBUTES, name) || !/^[A-Za-z][A-Za-z0-9-]*$/.test(attribute) || more.length > 0,
  )
  if (wrong) {
    const names = Object.keys(ATTRIBUTES).join(', ')
    ctx.addIssue({
      code: 'custom',
      message: `must be name=attribute pairs with commas between; names: ${names}`,
    })
    return z.NEVER
  }
  return { ...ATTRIBUTES, ...Object.fromEntries(pairs) }
})

/** JSON, since the names of directory groups hold every sign that could separate them. */
const groups = z
  .string()
  .max(100_000, { error: 'must have at most 100000 characters' })
  .transform((json, ctx) => {
    const read = z.record(z.string().min(1), z.string().min(1)).safeParse(parsed(json))
    if (read.success && Object.keys(read.data).length <= GROUPS_MAX) return read.data
    const message = 'must be JSON such as {"cn=clerks,ou=groups,dc=example,dc=com": "Makers"}'
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

export const directoryVariables = {
  LDAP_URL: text
    .refine(isAddress, { error: 'must be an address such as ldaps://directory.example.com' })
    .optional(),
  LDAP_CA_FILE: z.string().max(4096).optional(),
  LDAP_BASE_DN: text.optional(),
  LDAP_FILTER: template.default(`(uid=${PLACEHOLDER})`),
  LDAP_USER_DN: template.optional(),
  LDAP_BIND_DN: text.optional(),
  LDAP_BIND_PASSWORD: text.optional(),
  LDAP_ATTRIBUTES: attributes.default({ ...ATTRIBUTES }),
  LDAP_GROUPS: groups.default({}),
}
const shape = z.object(directoryVariables)

/** How the company's directory is reached; a bind is either as the person or first as a service account. */
export type DirectoryEnv = {
  url: string
  ca_file: string | undefined
  base_dn: string
  /** RFC 4515, finds a person's entry. */
  filter: string
  first_bind: { as: 'person'; template: string } | { as: 'service'; dn: string; password: string }
  attributes: DirectoryAttributes
  /** Portal groups by the DN of the directory group. */
  groups: Readonly<Record<string, string>>
}

/** The directory of the variables; undefined without LDAP_URL. Throws a StartError that names what is missing. */
export const directoryOf = (v: z.output<typeof shape>): DirectoryEnv | undefined => {
  if (v.LDAP_URL === undefined) return undefined
  if (v.LDAP_BASE_DN === undefined)
    throw new StartError('LDAP_BASE_DN must say where people are, with LDAP_URL.')
  return {
    url: v.LDAP_URL,
    ca_file: v.LDAP_CA_FILE,
    base_dn: v.LDAP_BASE_DN,
    filter: v.LDAP_FILTER,
    first_bind: firstBind(v),
    attributes: v.LDAP_ATTRIBUTES,
    groups: v.LDAP_GROUPS,
  }
}

const firstBind = (v: z.output<typeof shape>): DirectoryEnv['first_bind'] => {
  const { LDAP_USER_DN: person, LDAP_BIND_DN: dn, LDAP_BIND_PASSWORD: password } = v
  if (person !== undefined && dn === undefined && password === undefined) {
    return { as: 'person', template: person }
  }
  if (person === undefined && dn !== undefined && password !== undefined)
    return { as: 'service', dn, password }
  throw new StartError('LDAP_URL needs either LDAP_USER_DN, or LDAP_BIND_DN and LDAP_BIND_PASSWORD.')
}
