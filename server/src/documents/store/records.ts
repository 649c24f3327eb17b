import type { RecordKind } from '../../evidence/kind.ts'
import { firstDisagreement } from './answers-compare.ts'

/** The history of documents as evidence. */
export const historyRecords: RecordKind = {
  table: 'document_history',
  key: 'id',
  columns: [
    ...[
      'document_id',
      'sender_entity_id',
      'at',
      'actor_id',
      'actor_name',
      'event',
      'from_status',
      'to_status',
    ],
    ...['why', 'revision', 'content_hash'],
  ],
  instants: ['at'],
}

/** What the authority answered as evidence. The rows that people see must say the same. */
export const answerRecords: RecordKind = {
  table: 'authority_answers',
  key: 'id',
  columns: [
    ...['sender_entity_id', 'about', 'about_id', 'state', 'answered_at', 'http_status', 'correlation_id'],
    ...['authority_uuid', 'document_hash', 'answer'],
  ],
  instants: ['answered_at'],
  compare: firstDisagreement,
}
