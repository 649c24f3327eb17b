import { createHmac, randomUUID } from 'node:crypto'
import { contract } from '#contract/all.ts'
import { ENTITIES } from '../../src/demo/company.ts'
import { unsubscribeUrl } from '../../src/notifications/letters/unsubscribe.ts'
import { signedUrl } from '../../src/platform/crypto/signed-url.ts'
import { buildDocument, payload } from '../build.ts'
import { addressOf } from '../client.ts'
import { FIRST_COMPANY } from '../first-company.ts'
import { NOON, PUBLIC_URL, SECRET_KEY } from '../world.ts'
import {
  at,
  BROADCAST,
  type Case,
  COMPANY,
  forKey,
  MAPPING,
  manyOf,
  NEW_DEFECT,
  NEW_GROUP,
  NEW_STORE,
  NEW_USER,
  newNames,
  ofCustomers,
  ofFile,
  ofItems,
  ofPush,
  onBroadcast,
  onCustomer,
  onDefault,
  onDefect,
  onDefectFile,
  onDocument,
  onEntity,
  oneOf,
  onImport,
  onItem,
  onKey,
  onMail,
  onMapping,
  onRequest,
  onRule,
  onRuleRequest,
  onTemplate,
  onUser,
  onWebhook,
  REMARK,
  RULE,
  STORE_MARK,
} from './cases.ts'
import { ON_CANCELLATIONS, ON_VIEWS } from './own-cases.ts'

const onNobodys = at('none', { params: { id: 'nonsense' } })

type Nouns = typeof contract
type EndpointId = { [N in keyof Nouns]: Nouns[N][keyof Nouns[N]] }[keyof Nouns] extends infer E
  ? E extends { id: infer I extends string }
    ? I
    : never
  : never

/** One case per endpoint; the compiler and a test miss the one that is left out. */
export const CASES: Record<EndpointId, Case> = {
  'session.options': at(),
  'session.login': at('none', { body: { username: 'x', password: 'x', auth_type: 'ldap' } }),
  'session.profile': at(manyOf('entity')),
  'session.errorTypes': at(),
  'session.permissions': at(),
  'session.validate': at(),
  'profile.setNotifications': at('none', { body: { notification_preferences: ['invalid'] } }),
  'profile.setPreferences': at('none', { body: { shortcuts: true } }),
  'profile.setImage': at('none', { body: {} }),
  ...{ ...ON_VIEWS, ...ON_CANCELLATIONS },
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
  ...{ 'activityLog.list': at(), 'activityLog.report': at() },
  'demo.read': at(),
  'demo.remove': at('none', { body: { confirmation: 'nonsense' } }),
  ...{ 'mails.list': at(), 'mails.get': onMail, 'mails.unsent': at() },
  'mails.test': at('none', { body: {} }),
  'dashboard.today': at(manyOf('store')),
  ...{ 'dashboard.counts': at(manyOf('store')), 'dashboard.months': at(manyOf('store')) },
  'dashboard.buyers': at(manyOf('store')),
  'dashboard.senders': at(manyOf('store')),
  'documents.list': at(manyOf('store'), { query: { page_size: '200' } }),
  'documents.report': at(manyOf('store')),
  ...{ 'documents.tabs': at(manyOf('store')), 'documents.askedBack': at(manyOf('store')) },
  'documents.workbook': at(manyOf('store')),
  ...{ 'documents.previous': at(manyOf('store')), 'documents.pending': at(manyOf('store')) },
  'documents.get': onDocument('validated'),
  'documents.edits': onDocument('validated'),
  'documents.approve': onDocument('pending', { body: { status: 'Approved' } }),
  'approvals.approve': {
    rows: manyOf('store'),
    // A fresh one for each caller, since whoever may approve it does; the id that they send is told again.
    request: async (world) => {
      const { id: uuid } = await buildDocument(world, { customer: { name: STORE_MARK } })
      return { body: { documents: [{ uuid, revision: 1 }] } }
    },
  },
  'approvals.freeze': at(manyOf('store'), { body: {} }),
  'approvals.approveFrozen': at('none', { params: { id: 'nonsense' } }), // its maker's alone: approving.test.ts
  'approvals.undo': at('none', { params: { id: 'nonsense' } }),
  'approvals.latest': at(manyOf('store')),
  'approvals.read': at('none', { params: { id: 'nonsense' } }),
  'approvals.refusals': at('none', { params: { id: 'nonsense' } }),
  'documents.retry': onDocument('validated'),
  'documents.retryMany': at('none', { body: {} }),
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
  'intake.correct': onDocument('validated', {
    body: { reason: 'Wrong buyer', invoice: payload({ currency_exchange_rate: '4.2' }) },
  }),
  'intake.outcome': at('none', { body: { key: 'never used' } }),
  // With a rate for whatever currency a test gives it.
  'intake.preview': at(manyOf('store'), { body: payload({ currency_exchange_rate: '4.2' }) }),
  'intake.number': at(oneOf('store'), { query: { invoice_type: '01', store_code: 'KUL01' } }),
  'imports.csv': ofFile,
  'imports.file': ofFile,
  'imports.template': at(),
  'imports.begin': ofFile,
  'imports.list': at(),
  // Each is its maker's alone.
  'imports.read': onImport(),
  'imports.match': onImport({ columns: ['invoice_number'] }),
  'imports.problems': onImport(),
  'imports.rows': onImport(),
  'imports.correct': onImport({ cells: [{ row: 2, column: 0, value: 'INV-1' }] }),
  'imports.fix': onImport({ problem: 'nonsense', kind: 'nonsense' }),
  'imports.undo': onImport({ id: randomUUID() }),
  'imports.drop': onImport({ documents: [2], dropped: true }),
  'imports.store': onImport({}),
  'imports.cancel': onImport({}),
  'imports.errors': onImport(),
  'customers.list': at(manyOf('entity'), { query: { page_size: '100' } }),
  ...{ 'customers.find': at(manyOf('entity')), 'customers.report': at(manyOf('entity')) },
  // Without a number, so that it may be there twice.
  'customers.create': at('none', {
    body: {
      ...payload().customer,
      ...{ tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA' },
      sender_entity_code: ENTITIES.kinabalu.entity_code,
    },
  }),
  ...{ 'customers.import': ofCustomers, 'customers.update': onCustomer, 'customers.remove': onCustomer },
  'items.find': at(manyOf('entity')),
  'items.list': at(manyOf('entity'), { query: { page_size: '100' } }),
  'items.create': at('none', {
    body: {
      ...{ classification: '022', item_description: 'Kertas A4', tax_type: '01', tax_rate: '10' },
      sender_entity_code: ENTITIES.kinabalu.entity_code,
    },
  }),
  ...{ 'items.import': ofItems, 'items.update': onItem, 'items.remove': onItem },
  'templates.list': at(manyOf('entity')),
  'templates.get': onTemplate,
  'templates.save': at('none', { body: { name: 'Probe', data: { description: '', invoice: {} } } }),
  'templates.update': onTemplate,
  'templates.remove': onTemplate,
  // Nobody is told of anything here: who is told of what is in notices.test.ts.
  // The signature in the address is the permission.
  'unsubscribe.digest': {
    rows: 'none',
    request: async ({ company }) => {
      const url = unsubscribeUrl({ public_url: '', secret_key: SECRET_KEY }, company.users.gita)
      return { params: { token: url.split('/')[2] ?? '' } }
    },
  },
  'notices.list': at(),
  'notices.finishNews': at('none', { body: { through: 0 } }),
  'notices.mark': at('none', { params: { kind: 'invalid', topic: 'nonsense' }, body: { box: 'inbox' } }),
  ...{ 'live.news': at(), 'messages.list': at() },
  'messages.dismiss': onBroadcast((id) => ({ body: { message_id: id } })),
  'broadcasts.list': at(),
  'broadcasts.create': at('none', { body: BROADCAST }),
  'broadcasts.update': onBroadcast((id) => ({ params: { id }, body: BROADCAST })),
  'broadcasts.setActive': onBroadcast((id) => ({ params: { id }, body: { is_active: false } })),
  'webhooks.list': at(),
  'webhooks.get': onWebhook(),
  'webhooks.create': forKey,
  'webhooks.update': onWebhook({
    body: { url: 'https://hooks.lulus.example/', description: '', events: [], is_active: true },
  }),
  'webhooks.remove': onWebhook(),
  'webhooks.rotate': onWebhook(),
  'webhooks.test': onWebhook(),
  'webhooks.deliveries': onWebhook(),
  'webhooks.replay': onWebhook({ params: { delivery_id: 'filled' } }),
  'webhooks.replaySpan': onWebhook({ body: { from: '2026-07-01', to: '2026-07-31' } }),
  'defects.list': at(),
  'defects.get': onDefect(),
  'defects.create': at('none', { form: NEW_DEFECT }),
  'defects.update': onDefect({ form: { status: 'closed', comment: 'Done.' } }),
  'defects.addComment': onDefect({ body: { comment: 'It does so too on Mondays.' } }),
  'defects.file': onDefectFile,
  'defects.report': at(),
  'defects.exported': at(),
  'commits.list': at(),
  'commits.github': ofPush((secret, body) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  })),
  'commits.gitlab': ofPush((secret) => ({ 'x-gitlab-token': secret })),
  'settings.list': at(),
  'settings.update': at('none', { params: { id: 'poll.interval_ms' }, body: { value: 4_000 } }),
  'settings.restore': at(),
  'reports.create': at('none', {
    body: { report_type: 'scheduled', frequency: 'weekly', filters: { status: 'Validated' } },
  }),
  'reports.ofList': at('none', { body: { filters: { status: 'Validated' } } }),
  ...{ 'reports.scheduled': at(), 'reports.requested': at() },
  // Each is its owner's alone: reports.test.ts.
  ...{ 'reports.remove': onNobodys, 'reports.sendNow': onNobodys },
  ...{ 'reports.retry': onNobodys, 'reports.download': onNobodys },
  'enrichment.list': at(),
  'enrichment.create': at('none', { body: { field_name: 'agent_number', default_value: 'A-17' } }),
  'enrichment.update': onDefault({ body: REMARK }),
  'enrichment.remove': onDefault(),
  'mappings.fields': at(),
  'mappings.list': at(),
  'mappings.create': at('none', { body: MAPPING }),
  'mappings.update': onMapping({ body: { ...MAPPING, lookup_key: 'KL-HQ-2' } }),
  'mappings.remove': onMapping(),
  'rules.list': at(),
  'rules.versions': onRule(),
  'rules.examples': onRule(),
  'rules.tryExamples': at('none', { body: { ...RULE, value: '.*', examples: [] } }),
  // Another one each time, since of two that say the same one is refused.
  'rules.create': {
    rows: 'none',
    request: async () => ({ body: { ...RULE, value: `.*|${randomUUID()}` } }),
  },
  // It stops everything, so that the probed documents are listed for those who may see them.
  'rules.trial': at(manyOf('store'), {
    body: { ...RULE, field: 'document_remarks', condition: '=', value: 'x' },
  }),
  'rules.ask': {
    rows: 'none',
    request: async () => ({ body: { ...RULE, value: `.*|${randomUUID()}`, reason: 'Agents are numbered.' } }),
  },
  'rules.requests': at(),
  'rules.update': onRule({ body: { ...RULE, value: '.*' } }),
  'rules.remove': onRule(),
  'trace.document': {
    rows: oneOf('store'),
    request: async (_world, { validated }) => ({ query: { document: validated } }),
  },
  'trace.payload': at('none', { body: payload() }),
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
  ...{ 'groups.list': at(), 'permissions.list': at() },
  'storeCodes.list': at(),
  'changeRequests.previewGroup': at('none', { body: NEW_GROUP }),
  'changeRequests.previewStoreCode': at('none', { body: NEW_STORE }),
  'changeRequests.askGroup': at('none', { body: { ...NEW_GROUP, reason: 'A new till' } }),
  'changeRequests.askStoreCode': at('none', { body: { ...NEW_STORE, reason: 'A new branch' } }),
  ...{ 'changeRequests.list': at(), 'changeRequests.decided': at() },
  'changeRequests.decide': onRequest('farid', (id) => ({
    body: { approval_id: id, decision: 'reject', rejection_reason: 'Not needed' },
  })),
  'changeRequests.withdraw': onRuleRequest,
  'tins.validate': {
    rows: oneOf('entity'),
    request: async ({ company }) => {
      const pair = { tin: 'C24187306090', id_type: 'BRN', id_value: '201501023456' }
      return { query: { ...pair, sender_entity_id: company.entities.kinabalu } }
    },
  },
  ...{ 'chain.read': at(), 'chain.verification': at(), 'chain.verify': at() },
  'lists.countries': at(),
  'lists.taxTypes': at(),
  'lists.classifications': at(),
  'lists.uniqueTypes': at(),
}
