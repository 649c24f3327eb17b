import type { Caller } from '#domain/access/caller.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Download } from '../../platform/http/route.ts'
import { cancellationsOf } from '../cancelling/cancellations.ts'
import { readBytes } from '../sending/attempts.ts'
import { formerOf } from '../store/former.ts'
import { readDocument } from '../store/rows.ts'
import { historyOf } from './get.ts'
import { readableAttempts } from './own-answer.ts'

const FORMER_MAX = 100

/**
 * Everything known of how a document was sent, for an auditor: its content and hash, what it said before it was edited,
 * what happened and who did it, every copy intended with instants, hashes, the authority's answers and correlation ids,
 * the bytes, and every cancellation asked for.
 */
export const readEvidence = async (
  { db, caller, now }: { db: Db; caller: Caller; now: Date },
  uuid: string,
): Promise<Download> => {
  const row = await readDocument(db, caller, uuid)
  const [attempts, history, cancellations, former] = await Promise.all([
    readableAttempts(db, caller, row.id),
    historyOf(db, row.id),
    cancellationsOf(db, row.id),
    formerOf(db, row, FORMER_MAX),
  ])
  const copies = []
  for (const attempt of attempts) {
    copies.push({ ...attempt, bytes_base64: (await readBytes(db, attempt.id)).toString('base64') })
  }
  const { id, invoice_number, status, status_message, revision, content, content_hash, approved_hash } = row
  const { authority_uuid, submission_uid, long_id, submitted_at, validated_at, environment } = row
  const evidence = {
    printed_at: now.toISOString(),
    document: {
      uuid: id,
      invoice_number,
      revision,
      status,
      status_message,
      content_hash,
      approved_hash,
      content,
    },
    authority: { environment, authority_uuid, submission_uid, long_id, submitted_at, validated_at },
    former,
    history,
    copies,
    cancellations,
  }
  return {
    content: Buffer.from(JSON.stringify(evidence, null, 2)),
    content_type: 'application/json',
    filename: `${id}-evidence.json`,
  }
}
