import { type Caller, holds } from '#domain/access/caller.ts'
import type { Finding } from '#domain/checks/check.ts'
import type { Change } from '#domain/identity/normalise.ts'
import { flagMissing, ProblemError } from '#domain/problems.ts'
import { type Shaping, tellChanges, tellSteps } from '#domain/shaping/pipeline.ts'
import type { Step } from '#domain/shaping/walk.ts'
import { type Idempotency, readIdempotent } from '../documents/life/idempotency.ts'
import { meantByNumber } from '../documents/life/meant-by-number.ts'
import { createDocument, editDocument, type Place, type SavedDocument } from '../documents/life/save.ts'
import { contentOf } from '../documents/store/content.ts'
import type { Lane } from '../documents/store/tables.ts'
import { keepActive } from '../entities/records/choose.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import { shaping } from '../shaping/read.ts'
import { keepRuleSets } from '../shaping/rule-sets.ts'
import { leaveHeld, type Shaped } from './held.ts'
import { type Judged, judge, warningsNow } from './judge.ts'
import { keepLocked } from './locked.ts'
import { type Parsed, parseDocument } from './parse.ts'
import { keepPlace } from './place.ts'

/**
 * With `check_only` all is done but the commit: the answer is the same, and nothing is stored. `also` is done in the
 * transaction that stores the document. `corrects`: the document that a new one replaces.
 */
type By = {
  db: Db
  caller: Caller
  now: Date
  lane: Lane
  check_only?: boolean
  also?: Also
  corrects?: string
}
type Also = (tx: Tx, row: SavedDocument) => Promise<void>
/** The call that brought the document: what came, as JSON, and its key. */
type Brought = { original: string; idempotency: Idempotency | undefined }

/** A stored document, what its sender is told of it, and how it was shaped. */
export type Accepted = {
  row: SavedDocument
  changes: Change[]
  warnings: Finding[]
  shaped: Pick<Parsed, 'steps' | 'changes'>
}

/**
 * The one door for form, JSON and files: judges one document and stores it as Pending Approval, or edits
 * the one its `uuid` names. With an idempotency key a repetition answers the first result.
 */
export const acceptDocument = async (by: By, raw: unknown, idempotency?: Idempotency): Promise<Accepted> => {
  const before = idempotency && (await readIdempotent(by.db, by.caller, idempotency))
  const rules = await shaping.current(by.db)
  if (before) return told(by, before, shapedAgain(raw, rules))
  const parsed = parseDocument(raw, rules)
  const {
    row,
    steps,
    renumbered = [],
  } = await save(by, parsed, { original: JSON.stringify(raw), idempotency })
  return told(by, row, { steps, changes: [...parsed.changes, ...renumbered] })
}

const told = ({ now }: By, row: SavedDocument, shaped: Accepted['shaped']): Accepted => ({
  row,
  changes: [...tellSteps(shaped.steps), ...tellChanges(shaped.changes)],
  warnings: warningsNow(row.content, now),
  shaped,
})

/** How a repetition is shaped by now. What was stored is, also where its words are understood no more. */
const shapedAgain = (raw: unknown, rules: Shaping): Accepted['shaped'] => {
  try {
    return parseDocument(raw, rules)
  } catch (error) {
    if (error instanceof ProblemError) return { steps: [], changes: [] }
    throw error
  }
}

/** What was stored, and how it was shaped. `renumbered`: that an edit has another number now. */
type Saved = { row: SavedDocument; steps: Step[]; renumbered?: Change[] }

const save = async (by: By, { payload, steps }: Parsed, brought: Brought): Promise<Saved> => {
  try {
    const uuid = payload.uuid === undefined ? await meantByNumber(by, payload) : payload.uuid
    if (uuid) return await edit(by, uuid, { payload, steps }, brought)
    return { row: await create(by, { payload, steps }, brought), steps }
  } catch (error) {
    // Two equal requests at once: the other one won, be it by key, number or status.
    const { idempotency } = brought
    const twin = idempotency && (await readIdempotent(by.db, by.caller, idempotency))
    if (twin) return { row: twin, steps }
    throw error
  }
}

const create = async (by: By, shaped: Shaped, brought: Brought) => {
  requireCreating(by.caller)
  const judged = await judge(by, shaped)
  const { caller, now, lane, corrects } = by
  const claim = isOurs(judged)
  return stored(by, async (tx) => {
    await keepPlace({ tx, caller }, judged)
    const by = { caller, now, lane, corrects, ...brought, claim }
    const row = await createDocument(tx, placeIn(judged), judged.document, by)
    await keepRuleSets(tx, [{ ...row, rules: judged.rules }])
    return row
  })
}

/** Throws flag_missing. */
export const requireCreating = (caller: Caller): void => {
  if (!holds(caller, 'can_create_invoice')) throw flagMissing('You need the permission can_create_invoice.')
}

/** Where a judged document belongs, as it is stored. */
export const placeIn = ({ entity, store }: Pick<Judged, 'entity' | 'store'>): Place => ({
  sender_entity_id: entity.id,
  environment: entity.environment,
  store_code_id: store.id,
  sender_store_code: store.code,
})

/** The server numbers what came without a number, or with the number that a form previewed. */
const isOurs = ({ document, store }: Judged) =>
  document.invoice_number === '' ||
  (document.source === 'UI' && document.invoice_number.startsWith(`M-${store.code}`))

const edit = async (by: By, uuid: string, shaped: Shaped, brought: Brought): Promise<Saved> => {
  const content = await contentOf(by.db, by.caller, uuid)
  const { payload, steps } = leaveHeld(shaped, content)
  const { document, entity, rules } = await judge(by, {
    payload: keepLocked(payload, content),
    steps,
  })
  const { caller, now, lane } = by
  const revision = payload.revision ?? undefined
  const row = await stored(by, async (tx) => {
    const changes = { document, revision, environment: entity.environment }
    const edited = await editDocument(tx, uuid, changes, { caller, now, lane, ...brought })
    await keepActive({ tx, caller }, entity.id)
    await keepRuleSets(tx, [{ ...edited, rules }])
    return edited
  })
  return { row, steps, renumbered: renumbered(document.invoice_number, row.invoice_number) }
}

const renumbered = (from: string, to: string): Change[] =>
  from === to ? [] : [{ field: 'invoice_number', from, to, why: 'another document has its number there' }]

/** What `work` saved, committed; of a check alone it is undone, having met every rule of the database. */
const stored = async (by: By, work: (tx: Tx) => Promise<SavedDocument>): Promise<SavedDocument> => {
  if (!by.check_only) {
    return inTransaction(by.db, async (tx) => {
      const row = await work(tx)
      await by.also?.(tx, row)
      return row
    })
  }
  try {
    return await inTransaction(by.db, async (tx) => {
      throw new Undone(await work(tx))
    })
  } catch (error) {
    if (error instanceof Undone) return error.row
    throw error
  }
}

class Undone extends Error {
  readonly row: SavedDocument
  constructor(row: SavedDocument) {
    super('This was a check.')
    this.row = row
  }
}
