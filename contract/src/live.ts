import { z } from 'zod'
import { CUSTOMER_READS, DOCUMENT_READS, ENTITY_READS, ITEM_READS } from './changes.ts'
import { type EndpointName, endpoint, loggedIn } from './endpoint.ts'
import { REQUEST_READS } from './people/change-requests.ts'

/** What a screen can hear of: each is a reason to ask again for some reads. */
export const TOPICS = [
  ...(['documents', 'notices', 'imports', 'reports', 'requests'] as const),
  ...(['customers', 'items', 'templates', 'companies', 'people', 'keys', 'webhooks'] as const),
  ...(['settings', 'shaping', 'messages', 'defects'] as const),
] as const
export type Topic = (typeof TOPICS)[number]

/** The reads that are old once a topic was heard, whatever their input. */
export const READS_OF: Readonly<Record<Topic, readonly EndpointName[]>> = {
  documents: [...DOCUMENT_READS, 'cancellations.latest'],
  notices: ['notices.list'],
  imports: ['imports.list', 'imports.read'],
  reports: ['reports.requested', 'reports.scheduled'],
  requests: REQUEST_READS,
  customers: CUSTOMER_READS,
  items: ITEM_READS,
  templates: ['templates.list'],
  companies: ENTITY_READS,
  people: [
    ...([
      'users.list',
      'users.get',
      'users.rights',
      'users.options',
      'groups.list',
      'storeCodes.list',
    ] as const),
    // A webhook tells nothing while its owner is deactivated.
    ...(['webhooks.list', 'webhooks.get'] as const),
    // What somebody may do is their own to hear.
    ...(['session.profile', 'session.permissions'] as const),
  ],
  // A webhook is counted beside its key and its owner, and ends with its key.
  keys: ['apiKeys.list', 'users.list', 'users.get', 'webhooks.list', 'webhooks.get'],
  webhooks: ['webhooks.list', 'webhooks.get', 'apiKeys.list', 'users.list', 'users.get'],
  // How long anybody may rest is everybody's to hear.
  settings: ['settings.list', 'session.options'],
  shaping: ['mappings.list', 'enrichment.list', 'rules.list', 'rules.versions', 'rules.examples'],
  messages: ['broadcasts.list', 'messages.list'],
  defects: ['defects.list', 'defects.get'],
}

const PLACE_LENGTH_MAX = 60

/** What is old since a place; `id` is the place that comes after. Without ids or contents: those are read as always. */
export const News = z.object({ id: z.string(), old: z.array(z.enum(TOPICS)) })
export type News = z.infer<typeof News>

/** What changed elsewhere, within the caller's scope: at once to who listens, or since a place to who asks. */
export const live = {
  news: endpoint({
    id: 'live.news',
    method: 'GET',
    path: '/api/v1/live/',
    access: loggedIn,
    by_itself: true,
    events: true,
    query: z.object({ after: z.string().max(PLACE_LENGTH_MAX).default('') }),
    reply: News,
  }),
}
