import { randomUUID } from 'node:crypto'
import { contract } from '#contract/all.ts'
import { issueKey } from '../../src/access/api-keys.ts'
import { asPerson } from '../../src/access/person.ts'
import { ask } from '../../src/change-requests/ask.ts'
import { groupWish } from '../../src/change-requests/wishes.ts'
import { type AccountName, ENTITIES } from '../../src/demo/company.ts'
import { createItem } from '../../src/items/create.ts'
import { signedUrl } from '../../src/platform/crypto/signed-url.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { listMailIds } from '../../src/platform/mail/from-folder.ts'
import { createTemplate } from '../../src/templates/create.ts'
import { createUser } from '../../src/users/create.ts'
import { buildCustomer, buildDocument, payload } from '../build.ts'
import { addressOf, type Parts } from '../client.ts'
import { FIRST_COMPANY } from '../first-company.ts'
import { NOON, PUBLIC_URL, SECRET_KEY, type World } from '../world.ts'
import { issueKey } from '../src/access/api-keys.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { createItem } from '../src/items/create.ts'
import { signedUrl } from '../src/platform/crypto/signed-url.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { listDefaults } from '../src/shaping/list.ts'
import { addDefault } from '../src/shaping/save-default.ts'
import { addMapping } from '../src/shaping/save-mapping.ts'
import { createTemplate } from '../src/templates/create.ts'
import { buildCustomer, buildDocument, payload } from './build.ts'
import { addressOf, type Parts } from './client.ts'
import { NOON, PUBLIC_URL, SECRET_KEY, type World } from './world.ts'

/** Texts that stand in the probed rows only: whoever may not see the row must not see them anywhere. */
export const STORE_MARK = 'Zamrud-Biru-7731'
export const ENTITY_MARK = 'Nilam-Ungu-4096'

/**
 * A request that would succeed for someone with every right. `rows`: whose rows it concerns, so that others must
 * get 404 (`one`) or an answer without them (`many`); `none`: it concerns no row of anybody else.
 */
export type Case = {
  rows: { of: 'store' | 'entity'; as: 'one' | 'many' } | 'none'
  request(world: World, targets: Targets): Promise<Parts>
}

export type Targets = { pending: string; validated: string }

/** The rows that are probed, of Kinabalu KUL01, with their marks. */
export const makeTargets = async (world: World): Promise<Targets> => {
  const marked = { customer: { name: STORE_MARK }, document_remarks: STORE_MARK }
  const validated = await buildDocument(world, { status: 'Validated', ...marked })
  const pending = await buildDocument(world, marked)
  return { pending: pending.id, validated: validated.id }
}

type Nouns = typeof contract
type EndpointId = { [N in keyof Nouns]: Nouns[N][keyof Nouns[N]] }[keyof Nouns] extends infer E
  ? E extends { id: infer I extends string }
    ? I
    : never
  : never

const oneOf = (of: 'store' | 'entity'): Case['rows'] => ({ of, as: 'one' })
const manyOf = (of: 'store' | 'entity'): Case['rows'] => ({ of, as: 'many' })
const at = (rows: Case['rows'] = 'none', parts: Parts = {}): Case => ({ rows, request: async () => parts })

const onDocument = (which: keyof Targets, parts: Parts = {}): Case => ({
  rows: oneOf('store'),
  request: async (_world, targets) => ({ params: { uuid: targets[which] }, ...parts }),
})

/** A fresh one for each caller, since whoever may delete it does. */
const onTemplate: Case = {
  rows: oneOf('entity'),
  request: async (world) => {
    const template = {
      sender_entity_id: world.company.entities.kinabalu,
      created_by: world.company.users.aminah,
      name: ENTITY_MARK,
      description: '',
      invoice: { document_remarks: ENTITY_MARK },
    }
    const id = await inTransaction(world.db, (tx) => createTemplate(tx, template, NOON))
    return { params: { uuid: id } }
  },
}

const onCustomer: Case = {
  rows: oneOf('entity'),
  request: async (world) => ({
    params: { id: await buildCustomer(world, { name: ENTITY_MARK }) },
    body: payload().customer,
  }),
}

const onItem: Case = {
  rows: oneOf('entity'),
  request: async (world) => {
    const item = { classification: '022', item_description: ENTITY_MARK, tax_type: '06', tax_rate: '0' }
    const id = await inTransaction(world.db, (tx) =>
      createItem(tx, { ...item, sender_entity_id: world.company.entities.kinabalu }, NOON),
    )
    return { params: { id }, body: item }
  },
}

/** A fresh one for each caller, since whoever may revoke it does. */
const onKey: Case = {
  rows: 'none',
  request: async ({ db, company }) => {
    const key = { name: 'Till', sender_entity_id: company.entities.kinabalu, flags: [], now: NOON }
    const grant = { ...key, store_code_ids: [company.stores.KUL01], expires_at: new Date('2027-01-31') }
    return { params: { id: (await inTransaction(db, (tx) => issueKey(tx, grant))).id } }
  },
}

const NEW_USER = {
  origin: 'local',
  username: 'nadia',
  email: 'nadia@lulus.example',
  first_name: 'Nadia',
  last_name: '',
  access_type: 'user',
  group_ids: [],
  sender_entity_ids: [],
  store_code_ids: [],
} as const

const newNames = () => {
  const username = `u-${randomUUID()}`
  return { username, email: `${username}@lulus.example` }
}

/** A fresh one for each caller, since whoever may change them does. */
const onUser = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db }) => {
    const user = { ...NEW_USER, ...newNames(), password_hash: 'none' }
    const id = await inTransaction(db, (tx) => createUser(tx, user, NOON))
    return { params: { id }, ...parts }
  },
})

const NEW_GROUP = { action: 'create', name: 'Cashiers', permissions: ['can_create_invoice'] } as const
const NEW_STORE = {
  ...{ action: 'create', code: 'KUL09', name: 'Petaling Jaya' },
  sender_entity_code: ENTITIES.kinabalu.entity_code,
} as const

/** A fresh request of this person for each caller, since whoever may decide it does. */
const onRequest = (who: AccountName, partsOf: (id: number) => Parts): Case => ({
  rows: 'none',
  request: async (world) => {
    const caller = asPerson(await world.callerOf(who))
    const wish = groupWish({ ...NEW_GROUP, group_id: null, permissions: [...NEW_GROUP.permissions] })
    const asked = await inTransaction(world.db, (tx) =>
      ask({ tx, caller, now: world.clock.now() }, { wish, reason: 'A new till', detail: '' }),
    )
    return partsOf(asked.id)
  },
})
const onMail: Case = {
  rows: 'none',
  request: async ({ outlets, mail_dir }) => {
    await outlets.send('somebody@lulus.example', { subject: 'Trial', paragraphs: [] })
    const [id] = await listMailIds(mail_dir)
    return { params: { id } }
  },
}
/** A fresh one for each caller, since whoever may delete it does. */
const onMapping = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db, callerOf }) => {
    const by = { caller: await callerOf('devi'), now: NOON }
    const mapping = { ...MAPPING, lookup_key: randomUUID(), hardcode_value: '', overwrite: false }
    return {
      params: { id: (await inTransaction(db, (tx) => addMapping({ ...by, tx }, mapping))).id },
      ...parts,
    }
  },
})
const MAPPING = {
  field: 'sender_store_code',
  mapping_type: 'lookup',
  lookup_key: 'KL-HQ',
  lookup_value: 'KUL01',
} as const

/** A field has one default: who may delete it leaves none to the next caller, for whom it is made again. */
const onDefault = (parts: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ db, callerOf }) => {
    const by = { caller: await callerOf('devi'), now: NOON }
    const { results } = await listDefaults({ db })
    const one =
      results.find(({ field_name }) => field_name === REMARK.field_name) ??
      (await inTransaction(db, (tx) => addDefault({ ...by, tx }, REMARK)))
    return { params: { id: one.id }, ...parts }
  },
})
const REMARK = { field_name: 'document_remarks', default_value: 'Terima kasih' }

const onEntity = ({ params, ...parts }: Parts = {}): Case => ({
  rows: 'none',
  request: async ({ company }) => ({ params: { id: company.entities.kinabalu, ...params }, ...parts }),
})

/** Another one with the particulars of Kinabalu. */
const { image: _, ...COMPANY } = ENTITIES.kinabalu

/** One case per endpoint; the compiler and a test miss the one that is left out. */
export const CASES: Record<EndpointId, Case> = {
  'session.options': at(),
  'session.login': at('none', { body: { username: 'x', password: 'x', auth_type: 'ldap' } }),
  'session.profile': at(manyOf('entity')),
  'session.errorTypes': at(),
  'session.permissions': at(),
  'session.validate': at(),
  'profile.setNotifications': at('none', { body: { notification_preferences: ['invalid'] } }),
  'profile.setImage': at('none', { body: {} }),
  'session.logout': at('none', { body: {} }),
  'users.list': at(),
  'users.options': at(),
  'users.get': onUser(),
  'users.rights': onUser(),
  // Somebody new each time, since names are taken once.
  'users.create': { rows: 'none', request: async () => ({ body: { ...NEW_USER, ...newNames() } }) },
  'users.update': onUser({ body: { last_name: 'Binti Razak', revision: 0 } }),
  'users.sendLink': onUser(),
  'apiKeys.list': at(),
  'apiKeys.create': at('none', {
    body: {
      name: 'Web shop',
      sender_entity_code: ENTITIES.kinabalu.entity_code,
      store_codes: ['KUL01'],
      flags: ['can_create_invoice'],
      expires_on: '2027-01-31',
    },
  }),
  'apiKeys.revoke': onKey,
  'passwords.requestReset': at('none', { body: { email: 'nobody@elsewhere.example' } }),
  'passwords.checkLink': at('none', { body: { token: 'nonsense' } }),
  'passwords.reset': at('none', { body: { token: 'nonsense', new_password: 'x' } }),
  'passwords.change': at('none', { body: { old_password: 'x', new_password: 'x' } }),
  'setUp.checkLink': at('none', { body: { token: 'nonsense' } }),
  'setUp.complete': at('none', { body: { ...FIRST_COMPANY, token: 'nonsense' } }),
  'sessions.list': at(),
  'sessions.end': at('none', { params: { id: 'nonsense' } }),
  'sessions.endOthers': at('none', { body: {} }),
  'logins.list': at(),
  'logins.report': at(),
  'auditLog.list': at(),
  'auditLog.report': at(),
  'auditLog.sealed': at(),
  'activityLog.list': at(),
  'activityLog.report': at(),
  'demo.read': at(),
  'demo.remove': at('none', { body: { confirmation: 'nonsense' } }),
  'mails.list': at(),
  'mails.get': onMail,
  'dashboard.counts': at(manyOf('store')),
  'dashboard.months': at(manyOf('store')),
  'dashboard.buyers': at(manyOf('store')),
  'dashboard.senders': at(manyOf('store')),
  'documents.list': at(manyOf('store'), { query: { page_size: '200' } }),
  'documents.report': at(manyOf('store')),
  'documents.previous': at(manyOf('store')),
  'documents.pending': at(manyOf('store')),
  'documents.get': onDocument('validated'),
  'documents.approve': onDocument('pending', { body: { status: 'Approved' } }),
  'documents.retry': onDocument('validated'),
  'documents.hold': onDocument('validated', { body: { reason: 'Ask the buyer' } }),
  'documents.release': onDocument('validated'),
  'documents.settle': onDocument('validated', { body: { outcome: 'not_arrived' } }),
  'documents.pdf': {
    rows: oneOf('store'),
    request: async (_world, { validated }) => ({ query: { uuid: validated } }),
  },
  'documents.qrcode': onDocument('validated'),
  'documents.check': onDocument('validated'),
  'documents.cancel': onDocument('validated', { body: { reason: 'Wrong buyer' } }),
  'documents.cancelFromList': onDocument('validated', { body: { reason: 'Wrong buyer' } }),
  'documents.evidence': onDocument('validated'),
  'documents.unfinished': onEntity(),
  'documents.troubles': at(),
  // The signature in the address is the permission.
  'documents.archive': {
    rows: 'none',
    request: async (_world, { validated }) => {
      const params = { uuid: validated, file: 'xml' }
      const until = new Date(NOON.getTime() + 60_000)
      const signed = signedUrl(SECRET_KEY, addressOf(contract.documents.archive, { params }), until)
      return { params, query: Object.fromEntries(new URL(signed, PUBLIC_URL).searchParams) }
    },
  },
  'intake.submit': {
    rows: manyOf('store'),
    request: async () => ({
      body: [{ invoices_data: payload() }],
    }),
  },
  'intake.outcome': at('none', { body: { key: 'never used' } }),
  // With a rate for whatever currency a test gives it.
  'intake.preview': at(manyOf('store'), { body: payload({ currency_exchange_rate: '4.2' }) }),
  'intake.number': at(oneOf('store'), { query: { invoice_type: '01', store_code: 'KUL01' } }),
  'customers.find': at(manyOf('entity')),
  'customers.list': at(manyOf('entity'), { query: { page_size: '100' } }),
  'customers.report': at(manyOf('entity')),
  // Without a number, so that it may be there twice.
  'customers.create': at('none', {
    body: {
      ...payload().customer,
      ...{ tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
      sender_entity_code: ENTITIES.kinabalu.entity_code,
    },
  }),
  'customers.update': onCustomer,
  'items.find': at(manyOf('entity')),
  'items.list': at(manyOf('entity'), { query: { page_size: '100' } }),
  'items.create': at('none', {
    body: {
      ...{ classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' },
      sender_entity_code: ENTITIES.kinabalu.entity_code,
    },
  }),
  'items.update': onItem,
  'templates.list': at(manyOf('entity')),
  'templates.get': onTemplate,
  'templates.save': at('none', {
    body: { name: 'Probe', data: { description: '', invoice: {} } },
  }),
  'templates.remove': onTemplate,
  'enrichment.list': at(),
  'enrichment.create': at('none', { body: { field_name: 'agent_number', default_value: 'A-17' } }),
  'enrichment.update': onDefault({ body: REMARK }),
  'enrichment.remove': onDefault(),
  'mappings.fields': at(),
  'mappings.list': at(),
  'mappings.create': at('none', { body: MAPPING }),
  'mappings.update': onMapping({ body: { ...MAPPING, lookup_key: 'KL-HQ-2' } }),
  'mappings.remove': onMapping(),
  'entities.list': at(),
  'entities.create': at('none', {
    body: {
      ...COMPANY,
      ...{ entity_code: '', store_code: 'IPH01', store_name: 'Ipoh' },
    },
  }),
  'entities.get': onEntity(),
  'entities.update': onEntity({ body: {} }),
  'entities.setActive': onEntity({ body: { is_active: true } }),
  'entities.setLogo': onEntity({ body: {} }),
  'entities.removeLogo': onEntity(),
  'entities.setCredentials': onEntity({ body: {} }),
  'entities.addCertificate': onEntity({ body: {} }),
  'entities.removeCertificate': onEntity({ params: { certificate_id: 'nonsense' } }),
  'entities.takeOver': onEntity({ params: { certificate_id: 'nonsense' }, body: {} }),
  'entities.testConnection': onEntity({ body: { environment: 'preprod' } }),
  'entities.warnings': at(),
  'groups.list': at(),
  'permissions.list': at(),
  'storeCodes.list': at(),
  'changeRequests.previewGroup': at('none', { body: NEW_GROUP }),
  'changeRequests.previewStoreCode': at('none', { body: NEW_STORE }),
  'changeRequests.askGroup': at('none', { body: { ...NEW_GROUP, reason: 'A new till' } }),
  'changeRequests.askStoreCode': at('none', { body: { ...NEW_STORE, reason: 'A new branch' } }),
  'changeRequests.list': at(),
  'changeRequests.decide': onRequest('farid', (id) => ({
    body: { approval_id: id, decision: 'reject', rejection_reason: 'Not needed' },
  })),
  'changeRequests.withdraw': onRequest('devi', (id) => ({ params: { id }, body: {} })),
  'tins.validate': {
    rows: oneOf('entity'),
    request: async ({ company }) => {
      const pair = { tin: 'C24187306090', id_type: 'BRN', id_value: '201501023456' }
      return { query: { ...pair, sender_entity_id: company.entities.kinabalu } }
    },
  },
  'chain.read': at(),
  'chain.verify': at(),
  'lists.countries': at(),
  'lists.taxTypes': at(),
  'lists.classifications': at(),
  'lists.uniqueTypes': at(),
}
