import { isNote } from '#domain/documents/document.ts'
import { createDocuments, type StoringMany, type Written, written } from '../documents/life/create-many.ts'
import {
  chargingOf,
  comingOriginal,
  keepToOriginals,
  type Original,
  type Saving,
} from '../documents/life/credit-limit.ts'
import { inTransaction, type Tx } from '../platform/db/database.ts'
import { shaping } from '../shaping/read.ts'
import { keepRuleSets } from '../shaping/rule-sets.ts'
import { type Accepted, placeIn, requireCreating } from './accept.ts'
import { type Judged, judge, warningsNow } from './judge.ts'
import { parseDocument } from './parse.ts'
import { keepPlace } from './place.ts'

type By = Parameters<typeof judge>[0]

/** A payload that was judged and is not stored yet, what its sender is told of it, and what came for it. */
export type JudgedNew = Judged & Pick<Accepted, 'warnings' | 'shaped'> & { came: unknown }

/** The same, as it is written. */
export type ReadyNew = Omit<Judged, 'document'> & Written

/**
 * Judges one payload as `acceptDocument` does, for a document whose number nobody uses. Nothing is stored. Throws what
 * that does.
 */
export const judgeNew = async (by: By, raw: unknown): Promise<JudgedNew> => {
  requireCreating(by.caller)
  const parsed = parseDocument(raw, await shaping.current(by.db))
  const judged = await judge(by, parsed)
  const { steps, changes } = parsed
  const warnings = warningsNow(judged.document, by.now)
  return { ...judged, warnings, shaped: { steps, changes }, came: raw }
}

/** What of a judged document is held against its original: of a note, itself and where it belongs. */
export const noteIn = ({ document, ...place }: JudgedNew): Saving | undefined =>
  isNote(document.invoice_type) ? { ...placeIn(place), content: document } : undefined

/** What of a judged document notes are held to that come with it; undefined of a note. */
export const originalIn = ({ document, ...place }: JudgedNew): Original | undefined => {
  const charging = chargingOf(document)
  return charging && comingOriginal(placeIn(place), charging)
}

/**
 * Throws invalid_fields where notes could not be stored together, for what they are of or for how much they credit;
 * `beside` come with them. Nothing is stored.
 */
export const checkNotes = (
  by: Pick<By, 'db' | 'caller'>,
  notes: readonly Saving[],
  beside: readonly Original[],
): Promise<void> => inTransaction(by.db, (tx) => keepToOriginals(tx, by.caller, notes, beside))

/** Readies for `storeNew` what was judged. */
export const readyNew = ({ came, document, entity, store, rules }: JudgedNew): ReadyNew => ({
  ...{ entity, store, rules },
  ...written(document, came),
})

/**
 * Stores what was judged, all or nothing: throws invalid_fields where a store is gone meanwhile or notes credit too
 * much, and the database's refusal (`documents_number`) where a number is taken. Answers the ids in the same order.
 */
export const storeNew = async (tx: Tx, by: StoringMany, ready: readonly ReadyNew[]): Promise<string[]> => {
  const places = new Map(ready.map(({ entity, store }) => [store.id, { entity, store }]))
  const { caller } = by
  for (const [, place] of [...places].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await keepPlace({ tx, caller }, place)
  }
  const wanted = ready.map((one) => ({ ...one, place: placeIn(one) }))
  const ids = await createDocuments(tx, wanted, by)
  await keepRuleSets(
    tx,
    ready.map(({ entity, rules }, at) => ({
      ...{ id: ids[at] ?? '', sender_entity_id: entity.id, revision: 1, rules },
    })),
  )
  return ids
}
