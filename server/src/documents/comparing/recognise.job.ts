import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { buildInvoice, draftText } from '#domain/ubl/invoice.ts'
import { DOCUMENT_VERSIONS } from '#domain/ubl/versions.ts'
import { POINTER } from '../../authority/signing/signature-text.ts'
import type { Accepted } from '../../authority/words/answers.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { AUTHORITY, SYSTEM, transition } from '../life/transition.ts'
import { storeIntent } from '../sending/attempts.ts'
import {
  DIFFERENT,
  type Found,
  forgetFound,
  foundOf,
  inWords,
  isUnknown,
  markFound,
  recogniseLater,
} from '../sending/compared.ts'
import { storeOutcome } from '../sending/outcome.ts'
import type { Engine } from '../store/engine.ts'
import { type DocumentRow, type LockedDocument, lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'

type Wanted = { sender_entity_id: string; document_id: string }

/** No lane's: nobody sends from it. */
const SLOT = 'recognised'
const RECOGNISED = 'LHDN has this very document: it was sent before the database was put back.'

/**
 * Takes over what the authority has, where it is the document that is held because of it: the same bytes but for the
 * signature, which is made anew each time. What it has cancelled stands in nobody's way: the number is free (reference
 * §11), and whoever approved the document since means it. Anything else is a person's to judge, and stays held. Throws
 * while the authority does not show it, so that it is asked again.
 */
export const recognise = async (
  engine: Engine,
  { sender_entity_id, document_id: id }: Wanted,
): Promise<void> => {
  const row = await on(engine.db)
    .selectFrom('documents')
    .where('id', '=', id)
    .where('sender_entity_id', '=', sender_entity_id)
    .selectAll()
    .executeTakeFirst()
  if (row?.status !== 'OnHold') return
  const found = (await foundOf(engine.db, row, [id])).get(id)
  const secrets = found && (await engine.secrets(sender_entity_id, row.environment))
  if (!secrets) return
  const answer = await engine.authority.raw(secrets, found.authority_uuid)
  if (answer.kind === 'absent') {
    const details = await engine.authority.details(secrets, found.authority_uuid)
    if (details.kind === 'answered' && details.value.status === 'invalid')
      return letGo(engine, { row, found, why: INVALID })
  }
  if (answer.kind !== 'answered') throw new Error('LHDN does not show the document that it has.')
  const { document: text, status } = answer.value
  const is_copy = isCopy(row, found, text)
  if (status === 'cancelled' && !is_copy && isMadeAfter(row, found))
    return letGo(engine, { row, found, why: CANCELLED })
  await inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, row)
    if (document?.status !== 'OnHold' || document.revision !== row.revision) return
    const taken = { document, found, text, now: engine.clock.now() }
    if (is_copy) await takeOver(tx, taken)
    else await tellApart(tx, taken)
  })
}

/** Whether a text is this document, as it is sent: signed or not. */
const isCopy = ({ content }: DocumentRow, { issued_at }: Found, text: string): boolean => {
  if (!issued_at) return false
  return DOCUMENT_VERSIONS.some((version) => {
    const parts = buildInvoice(content, { version, issued_at })
    if (version === '1.0') return text === draftText(parts)
    return text.startsWith(parts.opening) && text.endsWith(parts.header + POINTER + parts.rest)
  })
}

type Taken = { document: LockedDocument; found: Found; text: string; now: Date }

/** As an attempt to which the authority said, when it received it, that it had it. */
const takeOver = async (tx: Tx, { document, found, text, now }: Taken): Promise<void> => {
  const { authority_uuid, submission_uid, issued_at, received_at } = found
  const row = await transition(tx, document, { event: 'release', actor: SYSTEM, why: RECOGNISED, now })
  const bytes = Buffer.from(text)
  const sent_at = received_at ?? now
  const prepared = {
    row: row as LockedDocument, // this transaction moved it
    ...{ bytes, document_hash: hash('sha256', bytes, 'hex'), issued_at: issued_at ?? sent_at },
  }
  const id = await storeIntent(tx, [prepared], { slot: SLOT, now: sent_at })
  const answer: Accepted = {
    ...{ kind: 'accepted', submission_uid, rejected: [], correlation_id: '', text: RECOGNISED },
    accepted: [{ uuid: authority_uuid, number: row.invoice_number }],
  }
  await storeOutcome(tx, { id, answer }, { now, ask_after_ms: 0 })
  await markFound(tx, row, { authority_uuid, is_taken: true })
}

/** What was approved before may be an older version of the very document that was cancelled. */
const isMadeAfter = ({ approved_at }: DocumentRow, { received_at }: Found): boolean =>
  approved_at !== null && received_at !== null && approved_at > received_at

const INVALID = 'LHDN found the document invalid that it had under this number: this one can be sent.'
const CANCELLED = 'LHDN has cancelled the document that it had under this number: this one can be sent.'

type LetGo = { row: DocumentRow; found: Found; why: string }

/**
 * What LHDN found invalid since, or has cancelled, is no tax document; where it has another one of this number the
 * document stays held for that.
 */
const letGo = (engine: Engine, { row, found, why }: LetGo): Promise<void> =>
  inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, row)
    await forgetFound(tx, row, found.authority_uuid)
    if (document?.status !== 'OnHold' || document.revision !== row.revision) return
    if ((await foundOf(tx, row, [row.id])).has(row.id)) return
    await transition(tx, document, { event: 'release', actor: SYSTEM, why, now: engine.clock.now() })
  })

/** Said once: what stands in its history is not said again each time that it is looked at. */
const tellApart = async (tx: Tx, { document, found, now }: Taken): Promise<void> => {
  if (found.differs_at) return
  const why = inWords(found, document.content, DIFFERENT)
  await transition(tx, document, { event: 'hold', actor: AUTHORITY, why, now })
  await markFound(tx, document, { authority_uuid: found.authority_uuid, differs_at: now })
}

const AGAIN_MAX = 1_000

/**
 * What is held and was not looked at, its job being lost or without an answer. From what is on hold on, which is
 * little: other programs may have sent much that was found.
 */
export const recogniseAgain = async ({ db }: Engine): Promise<void> => {
  const { rows } = await sql<Pick<DocumentRow, 'id' | 'sender_entity_id'>>`
    SELECT d.id, d.sender_entity_id
    FROM store_codes AS store CROSS JOIN LATERAL (
        SELECT id, sender_entity_id, environment, invoice_number FROM documents
        WHERE store_code_id = store.id AND status = 'OnHold' OFFSET 0) AS d
      CROSS JOIN LATERAL (SELECT FROM found_documents AS f
        WHERE f.sender_entity_id = d.sender_entity_id AND f.environment = d.environment
          AND f.number = d.invoice_number AND f.differs_at IS NULL AND ${isUnknown}
          AND EXISTS (SELECT FROM document_history AS h WHERE h.document_id = d.id AND h.event = 'hold'
            AND h.at >= f.found_at AND h.actor_id IS NULL AND h.actor_name = ${AUTHORITY.actor_name})
        LIMIT 1) AS found
    LIMIT ${AGAIN_MAX}`.execute(db)
  if (rows.length === 0) return
  await inTransaction(db, async (tx) => {
    for (const row of rows) await recogniseLater(tx, row)
  })
}
