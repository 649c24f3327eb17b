import { own } from '#codes/own.ts'
import type { Topic } from '#contract/live.ts'
import { sessionsEnded } from '../access/facts.ts'
import { changeRecorded } from '../audit/facts.ts'
import { requestMoved } from '../change-requests/facts.ts'
import { documentsMoved, documentsNoted } from '../documents/store/facts.ts'
import { importMoved } from '../imports/kept/facts.ts'
import { noticesChanged } from '../notifications/notices/facts.ts'
import { hearsAtOnce, type Listener } from '../platform/facts/tell.ts'
import { reportMoved } from '../reports/facts.ts'
import { templatesChanged } from '../templates/facts.ts'
import { announce } from './heard.ts'

/** By what the audit log calls a thing, the lists in which it stands; absent: what was done is told otherwise. */
const TOPIC_OF: Readonly<Record<string, Topic>> = {
  customer: 'customers',
  item: 'items',
  entity: 'companies',
  user: 'people',
  group: 'people',
  store_code: 'people',
  api_key: 'keys',
  webhook: 'webhooks',
  setting: 'settings',
  data_mapping: 'shaping',
  enrichment: 'shaping',
  validation_rule: 'shaping',
  broadcast: 'messages',
  defect: 'defects',
}

/** What open screens hear of, and who of those who look at them. */
export const ECHOES: readonly Listener[] = [
  hearsAtOnce(documentsMoved, (tx, { store_code_ids }) =>
    announce(tx, { topic: 'documents', stores: store_code_ids }),
  ),
  hearsAtOnce(documentsNoted, (tx, { store_code_ids }) =>
    announce(tx, { topic: 'documents', stores: store_code_ids }),
  ),
  hearsAtOnce(noticesChanged, (tx, { store_code_ids, user_ids, superadmins }) =>
    announce(tx, { topic: 'notices', stores: store_code_ids, users: user_ids, superadmins }),
  ),
  hearsAtOnce(requestMoved, (tx, { requested_by }) =>
    announce(tx, { topic: 'requests', users: [requested_by], superadmins: true }),
  ),
  hearsAtOnce(importMoved, (tx, { maker_id }) => announce(tx, { topic: 'imports', users: [maker_id] })),
  // Superadmins see the schedules of everybody.
  hearsAtOnce(reportMoved, (tx, { user_id }) =>
    announce(tx, { topic: 'reports', users: [user_id], superadmins: true }),
  ),
  // What is of no company is heard by all who may read it at all.
  hearsAtOnce(changeRecorded, async (tx, { kind, sender_entity_id: entity }) => {
    const topic = own(TOPIC_OF, kind)
    if (topic) await announce(tx, { topic, ...(entity ? ofCompany(entity) : { everybody: true }) })
  }),
  hearsAtOnce(templatesChanged, (tx, { sender_entity_id }) =>
    announce(tx, { topic: 'templates', ...ofCompany(sender_entity_id) }),
  ),
  hearsAtOnce(sessionsEnded, (tx, { user_id }) => announce(tx, { topic: 'sessions', users: [user_id] })),
]

const ofCompany = (id: string) => ({ entities: [id], superadmins: true })
