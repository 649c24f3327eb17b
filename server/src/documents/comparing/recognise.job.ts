import { hash } from 'node:crypto'
import { buildInvoice, draftText } from '#domain/ubl/invoice.ts'
import { DOCUMENT_VERSIONS } from '#domain/ubl/versions.ts'
import { POINTER } from '../../authority/signing/signature-text.ts'
import type { Accepted } from '../../authority/words/answers.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { SYSTEM, transition } from '../life/transition.ts'
import { storeIntent } from '../sending/attempts.ts'
import { type Found, foundOf } from '../sending/compared.ts'
import { recordOutcome } from '../sending/outcome.ts'
import type { Engine } from '../store/engine.ts'
import { type DocumentRow, type LockedDocument, lockForJob } from '../store/rows.ts'
import { on } from '../store/tables.ts'

type Wanted = { sender_entity_id: string; document_id: string }

/** No lane's: nobody sends from it. */
const SLOT = 'recognised'
const RECOGNISED = 'LHDN has this very document: it was sent before the database was put back.'

/**
 * Takes over what the authority has, where it is the document that is held because of it: the same bytes but for the
 * signature, which is made anew each time. Anything else is a person's to judge, and stays held. Throws while the
 * authority says nothing, so that it is asked again.
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
  if (answer.kind === 'unclear' || answer.kind === 'unavailable') throw new Error(answer.why)
  if (answer.kind !== 'answered' || !isCopy(row, found, answer.value.document)) return
  await takeOver(engine, row, { found, text: answer.value.document })
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

type Taken = { found: Found; text: string }

/** As an attempt of which the authority said that it had it; whatever happens in between finds that out once more. */
const takeOver = async (engine: Engine, row: DocumentRow, { found, text }: Taken): Promise<void> => {
  const { issued_at, authority_uuid: uuid, submission_uid } = found
  const now = engine.clock.now()
  const bytes = Buffer.from(text)
  const submission_id = await inTransaction(engine.db, async (tx) => {
    const document = await lockForJob(tx, row)
    if (document?.status !== 'OnHold' || document.revision !== row.revision || !issued_at) return undefined
    const released = await transition(tx, document, { event: 'release', actor: SYSTEM, why: RECOGNISED, now })
    const document_hash = hash('sha256', bytes, 'hex')
    const prepared = { row: released as LockedDocument, bytes, document_hash, issued_at } // this transaction moved it
    return storeIntent(tx, [prepared], { slot: SLOT, now })
  })
  if (!submission_id) return
  const answer: Accepted = {
    ...{ kind: 'accepted', submission_uid, accepted: [{ uuid, number: row.invoice_number }], rejected: [] },
    ...{ correlation_id: '', text: RECOGNISED },
  }
  await recordOutcome(engine.db, { id: submission_id, answer }, now)
}
