import type { contract } from '#contract/all.ts'
import { ENTITIES } from '../src/demo/company.ts'
import { createItem } from '../src/items/create.ts'
import { signedUrl } from '../src/platform/crypto/signed-url.ts'
import { inTransaction } from '../src/platform/db/database.ts'
import { createTemplate } from '../src/templates/create.ts'
import { buildCustomer, buildDocument, payload } from './build.ts'
import { NOON, SECRET_KEY, type World } from './world.ts'

/** Texts that stand in the probed rows only: whoever may not see the row must not see them anywhere. */
export const STORE_MARK = 'Zamrud-Biru-7731'
export const ENTITY_MARK = 'Nilam-Ungu-4096'

/**
 * A request that would succeed for someone with every right. `rows`: whose rows it concerns, so that others must
 * get 404 (`one`) or an answer without them (`many`); `none`: it concerns no row of anybody else.
 */
export type Case = {
  rows: { of: 'store' | 'entity'; as: 'one' | 'many' } | 'none'
  request(world: World, targets: Targets): Promise<{ path: string; body?: unknown }>
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
const at = (path: string, rows: Case['rows'] = 'none', body?: unknown): Case => ({
  rows,
  request: async () => ({ path, ...(body !== undefined && { body }) }),
})

const onDocument = (which: keyof Targets, path: (uuid: string) => string, body?: unknown): Case => ({
  rows: oneOf('store'),
  request: async (_world, targets) => ({ path: path(targets[which]), ...(body !== undefined && { body }) }),
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
    return { path: `/api/v1/integration/invoice-templates/${id}/` }
  },
}

const onCustomer: Case = {
  rows: oneOf('entity'),
  request: async (world) => ({
    path: `/api/v1/customers/${await buildCustomer(world, { name: ENTITY_MARK })}/`,
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
    return { path: `/api/v1/portal-items/${id}/`, body: item }
  },
}

const onEntity = (rest: string, body?: unknown): Case => ({
  rows: 'none',
  request: async ({ company }) => ({
    path: `/api/v1/entities/${company.entities.kinabalu}/${rest}`,
    ...(body !== undefined && { body }),
  }),
})

/** One case per endpoint; the compiler and a test miss the one that is left out. */
export const CASES: Record<EndpointId, Case> = {
  'session.options': at('/api/v1/auth/options/'),
  'session.login': at('/api/v1/auth/login/', 'none', { username: 'x', password: 'x', auth_type: 'ldap' }),
  'session.profile': at('/api/v1/user-profile/', manyOf('entity')),
  'session.errorTypes': at('/api/v1/user-profile/error_types/'),
  'session.permissions': at('/api/v1/user/permissions/'),
  'session.validate': at('/api/v1/validate-token/'),
  'session.logout': at('/api/v1/token/logout/', 'none', {}),
  'dashboard.counts': at('/api/v1/invoice-counts/', manyOf('store')),
  'dashboard.months': at('/api/v1/invoices-over-months/', manyOf('store')),
  'dashboard.buyers': at('/api/v1/top-buyers/', manyOf('store')),
  'dashboard.senders': at('/api/v1/invoices-by-sender/', manyOf('store')),
  'documents.list': at('/api/v1/summary-invoices/?page_size=200', manyOf('store')),
  'documents.previous': at('/api/v1/summary-invoices/ui_invoices/', manyOf('store')),
  'documents.pending': at('/api/v1/invoices/pending/', manyOf('store')),
  'documents.get': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/`),
  'documents.approve': onDocument('pending', (uuid) => `/api/v1/integration/approve-invoice/${uuid}/`, {
    status: 'Approved',
  }),
  'documents.retry': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/retry/`),
  'documents.hold': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/hold/`, {
    reason: 'Ask the buyer',
  }),
  'documents.release': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/release/`),
  'documents.settle': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/settle/`, {
    outcome: 'not_arrived',
  }),
  'documents.pdf': onDocument('validated', (uuid) => `/api/v1/pdf/generate-pdf/?uuid=${uuid}`),
  'documents.qrcode': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/qrcode/`),
  'documents.check': onDocument('validated', (uuid) => `/api/v1/lhdnvalidation/check_submission/${uuid}/`),
  'documents.cancel': onDocument('validated', (uuid) => `/api/v1/lhdnvalidation/cancel/${uuid}/`, {
    reason: 'Wrong buyer',
  }),
  'documents.cancelFromList': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/cancel/`, {
    reason: 'Wrong buyer',
  }),
  'documents.evidence': onDocument('validated', (uuid) => `/api/v1/invoices/${uuid}/evidence/`),
  'documents.troubles': at('/api/v1/authority-status/'),
  // The signature in the address is the permission.
  'documents.archive': {
    rows: 'none',
    request: async (_world, { validated }) => {
      const until = new Date(NOON.getTime() + 60_000)
      return { path: signedUrl(SECRET_KEY, `/api/v1/archive/${validated}/xml/`, until) }
    },
  },
  'intake.submit': {
    rows: manyOf('store'),
    request: async () => ({
      path: '/api/v1/integration/submit-json/',
      body: [{ invoices_data: payload() }],
    }),
  },
  'intake.outcome': at('/api/v1/integration/submit-json/outcome/', 'none', { key: 'never used' }),
  // With a rate for whatever currency a test gives it.
  'intake.preview': at('/api/v1/pdf/preview/', manyOf('store'), payload({ currency_exchange_rate: '4.2' })),
  'intake.number': at('/api/v1/invoice_number?invoice_type=01&store_code=KUL01', oneOf('store')),
  'customers.find': at('/api/v1/customers-list/', manyOf('entity')),
  'customers.list': at('/api/v1/customers/?page_size=100', manyOf('entity')),
  'customers.report': at('/api/v1/customers/report/', manyOf('entity')),
  // Without a number, so that it may be there twice.
  'customers.create': at('/api/v1/customers/', 'none', {
    ...payload().customer,
    ...{ tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
    sender_entity_code: ENTITIES.kinabalu.entity_code,
  }),
  'customers.update': onCustomer,
  'items.find': at('/api/v1/portal-items', manyOf('entity')),
  'items.list': at('/api/v1/portal-items/list/?page_size=100', manyOf('entity')),
  'items.create': at('/api/v1/portal-items', 'none', {
    ...{ classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' },
    sender_entity_code: ENTITIES.kinabalu.entity_code,
  }),
  'items.update': onItem,
  'templates.list': at('/api/v1/integration/invoice-templates/', manyOf('entity')),
  'templates.get': onTemplate,
  'templates.save': at('/api/v1/integration/invoice-templates/', 'none', {
    name: 'Probe',
    data: { description: '', invoice: {} },
  }),
  'templates.remove': onTemplate,
  'entities.list': at('/api/v1/entities/'),
  'entities.get': onEntity(''),
  'entities.update': onEntity('', {}),
  'entities.setCredentials': onEntity('credentials/', {}),
  'entities.addCertificate': onEntity('certificates/', {}),
  'entities.removeCertificate': onEntity('certificates/nonsense/'),
  'entities.takeOver': onEntity('certificates/nonsense/take-over/', {}),
  'entities.testConnection': onEntity('test-connection/', { environment: 'preprod' }),
  'entities.warnings': at('/api/v1/certificate-warnings/'),
  'tins.validate': {
    rows: oneOf('entity'),
    request: async ({ company }) => {
      const pair = { tin: 'C24187306090', id_type: 'BRN', id_value: '201501023456' }
      const query = new URLSearchParams({ ...pair, sender_entity_id: company.entities.kinabalu })
      return { path: `/api/v1/tin-validation/?${query}` }
    },
  },
  'lists.countries': at('/api/v1/invoiceportal/country-list/'),
  'lists.taxTypes': at('/api/v1/invoiceportal/tax-types/'),
  'lists.classifications': at('/api/v1/invoiceportal/classification-codes/'),
  'lists.uniqueTypes': at('/api/v1/unique-types/'),
}
