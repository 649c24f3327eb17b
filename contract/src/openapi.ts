import { z } from 'zod'
import { type Access, type Endpoint, KEY_LENGTH_MAX } from './endpoint.ts'

/** A JSON schema, as far as it is made or read here. */
export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

export type Content = { content?: Record<string, { schema: Schema }> }
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export type Operation = {
  operationId: string
  tags: string[]
  description: string
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Content & { required: boolean }
  'x-judged-alone'?: Schema
  responses: Record<string, Content & { description: string }>
}

export type OpenApi = {
  openapi: string
  info: { title: string; version: string; description: string }
  components: object
  /** By path, then by method in small letters. */
  paths: Record<string, Record<string, Operation>>
}

/** Who may make a call, in words. */
const accessInWords = (access: Access): string => {
  switch (access.kind) {
    case 'public':
      return 'everybody'
    case 'loggedIn':
      return 'whoever is signed in'
    case 'superadmin':
      return 'superadmins'
    case 'anyOf':
      return `${access.flags.join(' or ')}${access.api_key ? ', or an API key with it' : ''}`
    default:
      return access satisfies never
  }
}

/** The calls as an OpenAPI 3.1 document, made of the schemas by which they are read and answered. */
export const openApi = (endpoints: readonly Endpoint[]): OpenApi => ({
  openapi: '3.1.0',
  info: {
    title: 'Lulus',
    version: '1',
    description: 'Every call of the portal. Money is decimal text, instants are UTC, dates are Malaysian.',
  },
  components: {
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'Token …, or Api-Key …' },
    },
  },
  paths: pathsOf(endpoints),
})

const pathsOf = (endpoints: readonly Endpoint[]): OpenApi['paths'] => {
  const paths = new Map<string, Record<string, Operation>>()
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths.set(path, { ...paths.get(path), [endpoint.method.toLowerCase()]: operationOf(endpoint) })
  }
  return Object.fromEntries(paths)
}

const operationOf = (endpoint: Endpoint): Operation => {
  const { id, access, body, judged_by, reply, status = 200 } = endpoint
  const form = formOf(endpoint)
  const taken = body ?? form
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...(endpoint.idempotent || endpoint.keeps_keys ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: id,
    tags: id.split('.').slice(0, 1),
    description: `For ${accessInWords(access)}.${endpoint.upload ? FILE_LAST : ''}`,
    ...(access.kind !== 'public' && { security: [{ token: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(taken && {
      requestBody: {
        required: !taken.safeParse(undefined).success,
        content: {
          [form ? 'multipart/form-data' : 'application/json']: { schema: schemaOf(taken, 'input') },
          ...(endpoint.json_too && { 'application/json': { schema: schemaOf(taken, 'input') } }),
        },
      },
    }),
    ...(judged_by && { 'x-judged-alone': schemaOf(judged_by, 'input') }),
    responses: {
      [status]: {
        description: 'Done.',
        ...(reply !== 'file' && { content: { 'application/json': { schema: schemaOf(reply, 'output') } } }),
      },
      ...(endpoint.later && {
        202: { description: 'Begun; Location says where to look for what comes of it.' },
      }),
      '429': { description: 'Too many at once, or too often; Retry-After says for how long.' },
      '4XX': refusalOf(endpoint),
      '503': { description: 'Away or busy; Retry-After says for how long.' },
    },
  }
}

const REFUSED = 'Refused; the body names the fields at fault and has a `code`.'

/** What judges its documents alone has said of each what is wrong with it, in the shape of its reply (decision 004). */
const refusalOf = ({ judged_by, reply }: Endpoint): Content & { description: string } => {
  if (!judged_by || !(reply instanceof z.ZodObject)) return { description: REFUSED }
  const schema = schemaOf(reply.partial(), 'input')
  return {
    description: `${REFUSED} Where documents were judged, it has the fields of the reply besides.`,
    content: { 'application/json': { schema } },
  }
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same call under the same key answers its first result again for 24 hours.',
  schema: { type: 'string', maxLength: KEY_LENGTH_MAX },
}
const FILE_LAST = ' The file is the last part of the form.'

const formOf = ({ form, upload }: Endpoint) =>
  upload ? z.strictObject({ ...form?.shape, [upload.field]: z.file().max(upload.bytes_max) }) : form

const parametersOf = (schema: z.ZodObject | undefined, place: 'path' | 'query'): Parameter[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: one,
  }))
}

/** A list whose length is looked at first (`listUpTo`) is shown with its members. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Schema => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodPipe && zodSchema.def.out instanceof z.ZodArray)
        Object.assign(jsonSchema, schemaOf(zodSchema.def.out, io))
      // Whole numbers need not say that JavaScript counts no further.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  // `as`: what zod prints is JSON Schema; read here are the keys named above.
  return json as Schema
}
