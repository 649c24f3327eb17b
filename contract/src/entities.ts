import { z } from 'zod'
import { PARTY_FIELDS } from '#domain/documents/document.ts'
import { IDENTITY_FIELDS } from '#domain/identity/normalise.ts'
import { DOCUMENT_VERSIONS } from '#domain/ubl/versions.ts'
import { ENTITY_READS } from './changes.ts'
import { endpoint, superadmin } from './endpoint.ts'
import { asWritten, instant, seenAt, text, uuid } from './fields.ts'
import { identityChanges, partyFields } from './party.ts'

export const ENVIRONMENTS = ['simulator', 'preprod', 'prod'] as const
const environment = z.enum(ENVIRONMENTS)
const document_version = z.enum(DOCUMENT_VERSIONS)

const PARTY_FIELD_LENGTH_MAX = 300

/** A particular of a company; what `normaliseIdentity` tidies comes as it was written. */
export const particular = (name: string) =>
  (IDENTITY_FIELDS.some((one) => one === name) ? asWritten : text)(PARTY_FIELD_LENGTH_MAX)

/** What a company may change of itself; its code stays, since documents and uploads name it. */
const editable = PARTY_FIELDS.filter((field) => field !== 'entity_code')
export type EditableField = Exclude<(typeof PARTY_FIELDS)[number], 'entity_code'>
const optional = (name: string) => particular(name).optional()

/** Only what is named changes, so that two people who look at old pages do not undo each other's work. */
export const EntityPatch = z.object({
  ...(Object.fromEntries(editable.map((name) => [name, optional(name)])) as Record<
    // Object.fromEntries forgets the keys; `editable` holds each of them once.
    EditableField,
    ReturnType<typeof optional>
  >),
  environment: environment.optional(),
  document_version: document_version.optional(),
})
export type EntityPatch = z.infer<typeof EntityPatch>
const SeenPatch = EntityPatch.extend({ modified_at: seenAt })

export const ENTITY_CODE_DIGITS = 16
const ENTITY_CODE = new RegExp(`^[0-9]{${ENTITY_CODE_DIGITS}}$`)
/** Of a department, as the database has it. */
export const STORE_CODE = /^[A-Za-z0-9-]{1,20}$/
export const WRONG_STORE_CODE = 'Please enter a code of up to 20 letters, digits and hyphens.'
export const storeCode = text(PARTY_FIELD_LENGTH_MAX).refine(
  (code) => STORE_CODE.test(code),
  WRONG_STORE_CODE,
)
const STORE_NAME_LENGTH_MAX = 100

/** A new company with its first department, without which nobody could issue anything for it. */
export const EntityWrite = z.strictObject({
  ...(Object.fromEntries(editable.map((name) => [name, particular(name)])) as Record<
    // As above.
    EditableField,
    ReturnType<typeof particular>
  >),
  /** Empty: the server chooses one. */
  entity_code: text(PARTY_FIELD_LENGTH_MAX).refine(
    (code) => code === '' || ENTITY_CODE.test(code),
    `Please enter ${ENTITY_CODE_DIGITS} digits, or nothing.`,
  ),
  environment,
  store_code: storeCode,
  store_name: text(STORE_NAME_LENGTH_MAX).refine((name) => name !== '', 'Please enter a name.'),
})
export type EntityWrite = z.infer<typeof EntityWrite>

export const Certificate = z.object({
  id: z.string(),
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  not_before: instant,
  not_after: instant,
  takes_over_at: instant,
  state: z.enum(['in_use', 'waiting', 'replaced', 'expired']),
  /** What does not fit the company any more; empty when all does. */
  problem: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

/** The access to one environment. Secrets never leave the server; that they are there does. */
export const EntityAccess = z.object({
  environment,
  credentials: z.object({ on_behalf_of: z.string(), modified_at: instant }).nullable(),
  certificates: z.array(Certificate),
  /** Why nothing could be sent there at present, or all of it would be refused; empty when all is in place. */
  obstacle: z.string(),
})
export type EntityAccess = z.infer<typeof EntityAccess>

export const CertificateWarning = z.object({
  sender_entity_id: z.string(),
  name: z.string(),
  environment,
  not_after: instant,
  days_left: z.int(),
  level: z.union([z.literal(60), z.literal(30), z.literal(7), z.literal(1), z.literal(0)]),
})
export type CertificateWarning = z.infer<typeof CertificateWarning>

export const Entity = z.object({
  id: z.string(),
  ...partyFields,
  image: z.string(),
  environment,
  document_version,
  is_active: z.boolean(),
  modified_at: instant,
  /** Why nothing can be sent at present, or all of it is refused; empty when all is in place. */
  obstacle: z.string(),
  access: z.array(EntityAccess),
  certificate_warnings: z.array(CertificateWarning),
})
export type Entity = z.infer<typeof Entity>

/** A company as it was stored, and what was written otherwise than it came. */
const Saved = Entity.extend({ changes: identityChanges })
export type SavedEntity = z.infer<typeof Saved>

/** As a `data:` address a logo has at most 500,000 characters, a third more than it has bytes. */
const LOGO_FORM_BYTES_MAX = 370_000

const params = z.object({ id: uuid('Not a company id.') })

export const entities = {
  /** All companies by name; an installation has a few dozen at most. */
  list: endpoint({
    id: 'entities.list',
    method: 'GET',
    path: '/api/v1/entities/',
    access: superadmin,
    /** `has_simulator`: whether one runs here, to which a new company could send. */
    reply: z.object({
      entities: z.array(Entity.omit({ image: true, access: true })),
      has_simulator: z.boolean(),
    }),
  }),
  create: endpoint({
    id: 'entities.create',
    idempotent: true,
    changes: ENTITY_READS,
    method: 'POST',
    path: '/api/v1/entities/',
    access: superadmin,
    body: EntityWrite,
    status: 201,
    reply: Saved,
  }),
  get: endpoint({
    id: 'entities.get',
    method: 'GET',
    path: '/api/v1/entities/:id/',
    access: superadmin,
    params,
    reply: Entity,
  }),
  update: endpoint({
    id: 'entities.update',
    changes: ENTITY_READS,
    method: 'PATCH',
    path: '/api/v1/entities/:id/',
    access: superadmin,
    params,
    body: SeenPatch,
    reply: Saved,
  }),
  /** Deactivates a company or activates it again; it is never deleted. Conflict where it is so already. */
  setActive: endpoint({
    id: 'entities.setActive',
    changes: ENTITY_READS,
    method: 'PUT',
    path: '/api/v1/entities/:id/active/',
    access: superadmin,
    params,
    body: z.object({ is_active: z.boolean() }),
    reply: Entity,
  }),
  /** Replaces the logo. Of a PNG, JPEG or WebP file the pixels are kept, and nothing else. */
  setLogo: endpoint({
    id: 'entities.setLogo',
    changes: ENTITY_READS,
    method: 'PUT',
    path: '/api/v1/entities/:id/logo/',
    access: superadmin,
    params,
    form: z.object({ image: z.file() }),
    body_bytes_max: LOGO_FORM_BYTES_MAX,
    reply: Entity,
  }),
  /** Documents print the name where there is no logo. */
  removeLogo: endpoint({
    id: 'entities.removeLogo',
    changes: ENTITY_READS,
    method: 'DELETE',
    path: '/api/v1/entities/:id/logo/',
    access: superadmin,
    params,
    reply: Entity,
  }),
  /** Replaces the credentials for one environment. */
  setCredentials: endpoint({
    id: 'entities.setCredentials',
    changes: ENTITY_READS,
    method: 'PUT',
    path: '/api/v1/entities/:id/credentials/',
    access: superadmin,
    params,
    body: z.object({
      environment,
      client_id: z.string().trim().min(1, 'Please enter the client id.').max(200),
      client_secret: z.string().trim().min(1, 'Please enter the client secret.').max(500),
      /** An intermediary's: `TIN` or `TIN:ROB` of this company; empty for its own credentials. */
      on_behalf_of: text(60),
    }),
    reply: Entity,
  }),
  /** Takes a PKCS#12 file. Beside a certificate in use the new one waits for its end. */
  addCertificate: endpoint({
    id: 'entities.addCertificate',
    changes: ENTITY_READS,
    idempotent: true,
    method: 'POST',
    path: '/api/v1/entities/:id/certificates/',
    access: superadmin,
    params,
    form: z.object({ environment, password: z.string().max(500), file: z.file() }),
    body_bytes_max: 200_000,
    status: 201,
    reply: Entity,
  }),
  /** The waiting certificate replaces the one in use now. */
  takeOver: endpoint({
    id: 'entities.takeOver',
    changes: ENTITY_READS,
    method: 'POST',
    path: '/api/v1/entities/:id/certificates/:certificate_id/take-over/',
    access: superadmin,
    params: params.extend({ certificate_id: uuid('Not a certificate id.') }),
    reply: Entity,
  }),
  /** Takes away a certificate that waits, with its key. */
  removeCertificate: endpoint({
    id: 'entities.removeCertificate',
    changes: ENTITY_READS,
    method: 'DELETE',
    path: '/api/v1/entities/:id/certificates/:certificate_id/',
    access: superadmin,
    params: params.extend({ certificate_id: uuid('Not a certificate id.') }),
    reply: Entity,
  }),
  /** Signs in to one environment and asks for its document types; says in words what came of it. */
  testConnection: endpoint({
    id: 'entities.testConnection',
    asks_authority: true,
    changes: [],
    method: 'POST',
    path: '/api/v1/entities/:id/test-connection/',
    access: superadmin,
    params,
    body: z.object({ environment }),
    reply: z.object({ ok: z.boolean(), message: z.string() }),
  }),
  /** Certificates in use that end within 60 days and have no successor. */
  warnings: endpoint({
    id: 'entities.warnings',
    by_itself: true,
    method: 'GET',
    path: '/api/v1/certificate-warnings/',
    access: superadmin,
    reply: z.object({ warnings: z.array(CertificateWarning) }),
  }),
}
