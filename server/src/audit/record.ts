import { own } from '#codes/own.ts'
import type { TargetKind } from '#contract/logs/audit-log.ts'
import { type Caller, callerName, isSuperadmin } from '#domain/access/caller.ts'
import { cutText } from '#domain/text/cut.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { tell } from '../platform/facts/tell.ts'
import { changeRecorded } from './facts.ts'
import { mustRecord } from './must-record.ts'
import { insertEvents } from './rows.ts'

/** Who changes something, and when; the server itself where nobody calls. */
export type ChangedBy = { caller: Caller | undefined; now: Date }

/** What a field is called that may hold a secret. Such fields are never compared: record that, not what, was set. */
const SECRET_WORDS = ['password', 'secret', 'sealed', 'hash', 'private_key', 'token'] as const
type Secret = `${string}${(typeof SECRET_WORDS)[number]}${string}`

/** What was changed; `sender_entity_id` is null for what concerns no company: people, groups, settings. */
export type Target = { kind: TargetKind; id: string; name: string; sender_entity_id: string | null }

/**
 * What changed: the target as it was and as it is, undefined where it is made or deleted, and which of its fields are
 * told. A field whose name speaks of a secret does not compile.
 */
export type Change<F extends string> = {
  target: Target
  before: { readonly [K in F]?: unknown } | undefined
  after: { readonly [K in F]?: unknown } | undefined
  fields: readonly (F extends Secret ? never : F)[]
}

/** In UTF-16 units; what is longer is cut. */
export const VALUE_LENGTH_MAX = 2_000

/**
 * Writes one line per field that differs to the audit log, in the transaction of the change, with the names as they
 * are now, and tells that there are some. Throws for a field whose name speaks of a secret.
 */
export const recordChange = <const F extends string>(tx: Tx, by: ChangedBy, change: Change<F>) =>
  recordChanges(tx, by, [change])

/** The same of many things at once, all of one kind and one company, by a statement for each thousand lines. */
export const recordChanges = async <const F extends string>(
  tx: Tx,
  by: ChangedBy,
  changes: readonly Change<F>[],
): Promise<void> => {
  const rows = changes.flatMap((change) => rowsOf(by, change))
  const [first] = changes
  if (!first || rows.length === 0) return
  for (let from = 0; from < rows.length; from += ROWS_MAX)
    await insertEvents(tx, rows.slice(from, from + ROWS_MAX), by.now)
  const { kind, sender_entity_id } = first.target
  await tell(tx, changeRecorded, { kind, sender_entity_id })
}

/** PostgreSQL takes 65,535 values in a statement. */
const ROWS_MAX = 1_000

const rowsOf = <const F extends string>(
  { caller, now }: ChangedBy,
  { target, before, after, fields }: Change<F>,
) => {
  const secret = fields.find((field) => SECRET_WORDS.some((word) => field.includes(word)))
  if (secret !== undefined) throw new Error(`${target.kind}.${secret} may hold a secret and is not told.`)
  const event = {
    ...actorOf({ caller, now }),
    action: before === undefined ? 'create' : after === undefined ? 'delete' : 'update',
    ...targetOf(target),
  }
  const values = (field: F) => ({
    old_value: inText(own(before ?? {}, field)),
    new_value: inText(own(after ?? {}, field)),
  })
  return fields
    .map((field) => ({ ...event, field, ...values(field) }))
    .filter(({ old_value, new_value }) => old_value !== new_value)
    .map((row) => ({ ...row, old_value: cut(row.old_value), new_value: cut(row.new_value) }))
}

/** A log that people read, as the log of changes names it. */
export type ReadLog = { id: string; name: string }

/**
 * Writes that somebody reads a log, or takes it away, and by which filters; a transaction of its own, before anything
 * of it is answered. Where that cannot be written it throws, and nothing is read.
 */
export const recordReading = (
  { db, ...by }: { db: Db; caller: Caller; now: Date },
  { log, action, filters }: { log: ReadLog; action: 'read' | 'export'; filters: Record<string, unknown> },
): Promise<void> => {
  const held = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  const new_value = cut(held.map(([name, value]) => `${name}: ${value}`).join(', '))
  const target = targetOf({ kind: 'log', ...log, sender_entity_id: null })
  const event = { ...actorOf(by), ...target, action, field: 'filters', old_value: '', new_value }
  return mustRecord(() => inTransaction(db, (tx) => insertEvents(tx, [event], by.now)))
}

const actorOf = ({ caller, now }: ChangedBy) => ({
  at: now,
  user_id: caller?.kind === 'user' ? caller.user_id : null,
  api_key_id: caller?.kind === 'api_key' ? caller.key_id : null,
  actor_name: callerName(caller),
  actor_email: caller?.kind === 'user' ? caller.email : '',
  actor_is_admin: caller !== undefined && isSuperadmin(caller),
})

const targetOf = ({ kind, id, name, sender_entity_id }: Target) => ({
  ...{ target_kind: kind, target_id: id, target_name: name },
  sender_entity_id,
})

const inText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const cut = (text: string) => cutText(text, VALUE_LENGTH_MAX)
