import { own } from '#codes/own.ts'
import type { Topic } from '#contract/live.ts'
import { sessionsEnded } from '../access/facts.ts'
import { changeRecorded } from '../audit/facts.ts'
import { documentsMoved, documentsNoted } from '../documents/store/facts.ts'
import { importMoved } from '../imports/kept/facts.ts'
import { noticesChanged } from '../notifications/notices/facts.ts'
import { hearsAtOnce, type Listener } from '../platform/facts/tell.ts'
import { reportMoved } from '../reports/facts.ts'
import { templatesChanged } from '../templates/facts.ts'
import { announcing } from './heard.ts'

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
  change_request: 'requests',
  broadcast: 'messages',
  defect: 'defects',
}

/** What open screens hear of, and who of those who look at them. */
export const ECHOES: readonly Listener[] = [
  hearsAtOnce(documentsMoved, ({ store_code_ids }) =>
    announcing({ topic: 'documents', stores: store_code_ids }),
  ),
  hearsAtOnce(documentsNoted, ({ store_code_ids }) =>
    announcing({ topic: 'documents', stores: store_code_ids }),
  ),
  hearsAtOnce(noticesChanged, ({ store_code_ids, user_ids, superadmins }) =>
    announcing({ topic: 'notices', stores: store_code_ids, users: user_ids, superadmins }),
  ),
  hearsAtOnce(importMoved, ({ maker_id }) => announcing({ topic: 'imports', users: [maker_id] })),
  // Superadmins see the schedules of everybody.
  hearsAtOnce(reportMoved, ({ user_id }) =>
    announcing({ topic: 'reports', users: [user_id], superadmins: true }),
  ),
  // What is of no company is heard by all who may read it at all.
  hearsAtOnce(changeRecorded, ({ kind, sender_entity_id: entity }) => {
    const topic = own(TOPIC_OF, kind)
    return topic ? announcing({ topic, ...(entity ? ofCompany(entity) : { everybody: true }) }) : []
  }),
  hearsAtOnce(templatesChanged, ({ sender_entity_id }) =>
    announcing({ topic: 'templates', ...ofCompany(sender_entity_id) }),
  ),
  hearsAtOnce(sessionsEnded, ({ user_id }) => announcing({ topic: 'sessions', users: [user_id] })),
]

const ofCompany = (id: string) => ({ entities: [id], superadmins: true })
