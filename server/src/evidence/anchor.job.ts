import { malaysianDate } from '#domain/time/dates.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import type { SendMail } from '../platform/mail/mail.ts'
import { type Anchors, anchorText, readHeads } from './anchor.ts'
import { mailAnchorJob } from './jobs.ts'

type Anchoring = { db: Db; anchors: Anchors; anchor_mail_to: string | undefined; now: Date }

/**
 * Writes the anchor of this Malaysian day, unless there is one. A mail that is lost when the process dies in between
 * is no loss: the next anchor's names this one.
 */
export const writeAnchor = async ({ db, anchors, anchor_mail_to, now }: Anchoring): Promise<void> => {
  const file = `${malaysianDate(now)}.json`
  const before = (await anchors.list()).filter((name) => name < file).at(-1)
  const previous = before === undefined ? undefined : { file: before, text: await anchors.read(before) }
  const text = anchorText(await readHeads(db), previous, now)
  if (!(await anchors.add({ file, text })) || anchor_mail_to === undefined) return
  await inTransaction(db, (tx) => enqueue(tx, mailAnchorJob, { file, sha256: sha256Hex(text) }))
}

type Mailing = { send: SendMail; anchor_mail_to: string | undefined }

/** Mails the fingerprint of an anchor, which with it can no longer be exchanged unnoticed, nor any before it. */
export const mailAnchor = async (
  { send, anchor_mail_to }: Mailing,
  { file, sha256 }: { file: string; sha256: string },
): Promise<void> => {
  if (anchor_mail_to === undefined) return
  await send(anchor_mail_to, {
    subject: `Lulus: anchor ${file}`,
    paragraphs: [
      `The anchor ${file} of the audit chain was written. Its SHA-256 is`,
      sha256,
      'Keep this mail. If the file has another SHA-256 one day, the anchors were exchanged.',
    ],
  })
}
