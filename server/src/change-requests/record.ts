import type { ChangeAction, ChangedKind } from '#contract/people/change-requests.ts'
import { inWords, type Version } from '#domain/access/versions.ts'
import { type ChangedBy, recordChange, type Target } from '../audit/record.ts'
import type { Tx } from '../platform/db/database.ts'
import type { Change } from './kind.ts'
import { KINDS } from './kinds.ts'
import type { Decision, RequestRow } from './rows.ts'

/** The request as the audit log names it: `Edit group Makers`. */
export const requestName = ({ kind, action, before, after }: RequestRow): string => {
  const name = KINDS[kind].nameOf(before ?? after ?? {})
  return NAMES[kind][action](name)
}

/** Each whole, so that it is known again in another language (043). */
const NAMES: Readonly<Record<ChangedKind, Readonly<Record<ChangeAction, (name: string) => string>>>> = {
  group: {
    create: (name) => `Create group ${name}`,
    edit: (name) => `Edit group ${name}`,
    delete: (name) => `Delete group ${name}`,
  },
  store_code: {
    create: (name) => `Create department ${name}`,
    edit: (name) => `Edit department ${name}`,
    delete: (name) => `Delete department ${name}`,
  },
  validation_rule: {
    create: (name) => `Create validation rule ${name}`,
    edit: (name) => `Edit validation rule ${name}`,
    delete: (name) => `Delete validation rule ${name}`,
  },
}

const targetOf = (row: RequestRow): Target => ({
  ...{ kind: 'change_request', id: String(row.id), name: requestName(row) },
  sender_entity_id: row.sender_entity_id,
})

/** A request was made. */
export const recordRequest = (tx: Tx, by: ChangedBy, row: RequestRow) =>
  recordChange(tx, by, {
    target: targetOf(row),
    before: undefined,
    after: { ...row, asked: row.after ? inWords(row.after) : '' },
    fields: ['asked', 'reason', 'state'],
  })

/** It was decided, or ended by itself. */
export const recordDecision = (tx: Tx, by: ChangedBy, before: RequestRow, decision: Partial<Decision>) => {
  const after = { ...before, ...decision }
  return recordChange(tx, by, {
    target: targetOf(before),
    before,
    after,
    fields: ['state', 'rejection_reason'],
  })
}

/** What a request asked for was done to `id`. */
export const recordApplied = async (
  tx: Tx,
  by: ChangedBy,
  { row, change, id }: { row: RequestRow; change: Change; id: string },
) => {
  const { nameOf, fields } = KINDS[row.kind]
  const before: Version | undefined = change.subject?.version
  const name = nameOf(before ?? change.after ?? {})
  const target = { kind: row.kind, id, name, sender_entity_id: row.sender_entity_id }
  await recordChange(tx, by, { target, before, after: change.after, fields })
}
