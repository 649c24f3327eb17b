import { sessionsEnded } from '../access/facts.ts'
import { requestMoved } from '../change-requests/facts.ts'
import { documentsMoved, documentsNoted } from '../documents/store/facts.ts'
import { importMoved } from '../imports/kept/facts.ts'
import { noticesChanged } from '../notifications/notices/facts.ts'
import { hearsAtOnce, type Listener } from '../platform/facts/tell.ts'
import { reportMoved } from '../reports/facts.ts'
import { announce } from './heard.ts'

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
  hearsAtOnce(sessionsEnded, (tx, { user_id }) => announce(tx, { topic: 'sessions', users: [user_id] })),
]
