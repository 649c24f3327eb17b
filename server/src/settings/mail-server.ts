import type { SecretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/db/database.ts'
import { readSecret } from './read.ts'

/** `smtp_url`: what the operator set, which comes first. */
export type MailServer = { db: Db; box: SecretBox; smtp_url: string | undefined }

/** The mail server of this moment; undefined: mails are files. */
export const readMailServer = async ({ smtp_url, ...by }: MailServer): Promise<string | undefined> =>
  smtp_url ?? ((await readSecret(by, 'mail.smtp_url')) || undefined)
