import type { EndpointName } from './endpoint.ts'

/** What counts documents of all companies. */
const FIGURES = ['dashboard.counts', 'dashboard.months', 'dashboard.buyers', 'dashboard.senders'] as const

/** The reads that are old once a document was made, changed or moved on. */
export const DOCUMENT_READS: readonly EndpointName[] = [
  ...([
    'documents.get',
    'documents.edits',
    'documents.list',
    'documents.tabs',
    'documents.askedBack',
    'documents.pending',
    'documents.previous',
  ] as const),
  ...FIGURES,
  'dashboard.today',
]

/** Names, logo and environment of a company stand in the profile too, and figures go by where it sends to. */
export const ENTITY_READS: readonly EndpointName[] = [
  ...(['entities.list', 'entities.get', 'entities.warnings', 'session.profile'] as const),
  ...FIGURES,
]

/** The reads that are old once a customer was made, changed or deleted. */
export const CUSTOMER_READS: readonly EndpointName[] = ['customers.find', 'customers.list']

/** The same of a saved item. */
export const ITEM_READS: readonly EndpointName[] = ['items.find', 'items.list']
