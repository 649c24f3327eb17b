import { isFields } from '#codes/own.ts'
import type { Caller } from '#domain/access/caller.ts'
import type { Finding } from '#domain/checks/check.ts'
import { ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { sameAsStored } from '../../documents/life/same-as-stored.ts'
import type { SavedDocument } from '../../documents/life/save.ts'
import type { Lane } from '../../documents/store/tables.ts'
import { type Accepted, acceptDocument } from '../../intake/accept.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { FileDocument } from '../reading/content.ts'

/** `also` is done in the transaction that stores a document. */
export type Taker = {
  db: Db
  caller: Caller
  now: Date
  lane: Lane
  check_only: boolean
  also?: (tx: Tx, row: SavedDocument) => Promise<void>
}

/** What a document became; `already` is what an earlier upload had stored in the very same words. */
export type Taken = Accepted & { already: boolean }

/** Takes one document of a file by the door of JSON, or answers what the same payload has stored before. */
export const takeDocument = async (by: Taker, document: FileDocument): Promise<Taken> => {
  const { invoice_number, payload, fault, changes } = document
  if (fault) throw fault
  refuseBadTexts(payload)
  const original = JSON.stringify(payload)
  const same = async (): Promise<Taken | undefined> => {
    const row = await sameAsStored(by, { invoice_number, original })
    return row && { row, changes: [], warnings: [], shaped: UNSHAPED, already: true }
  }
  const before = await same()
  if (before) return before
  try {
    const accepted = await acceptDocument(by, payload)
    return {
      ...accepted,
      changes: [...changes, ...accepted.changes],
      warnings: [...replacesIn(document, accepted.row), ...accepted.warnings],
      already: false,
    }
  } catch (error) {
    // The same file twice at once: the other call has stored it meanwhile.
    const twin = isConflict(error) && (await same())
    if (twin) return twin
    throw error
  }
}

/** It names the document that it changes, as a JSON file can. */
export const meansEdit = ({ payload }: Pick<FileDocument, 'payload'>) =>
  isFields(payload) && Object.hasOwn(payload, 'uuid')

/** By its number alone a document edits one that came back, which its sender may not think of. */
export const replacesIn = (
  document: Pick<FileDocument, 'payload'>,
  { revision }: Pick<SavedDocument, 'revision'>,
): Finding[] => (revision > 1 && !meansEdit(document) ? [REPLACES] : [])

const REPLACES: Finding = {
  code: 'replaces',
  field: 'invoice_number',
  message: 'This replaces what your document of this number says, which came back.',
}

const UNSHAPED = { steps: [], changes: [] }

const isConflict = (error: unknown) => error instanceof ProblemError && error.problem.kind === 'conflict'
