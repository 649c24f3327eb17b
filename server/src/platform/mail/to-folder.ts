import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { assertOutsideTransaction } from '../db/database.ts'
import { type Post, toMessage } from './post.ts'

/** The oldest go first. */
export const MAILS_MAX = 1_000

/** In ms since 1970; of this whole program, as a post is opened anew for each mail. */
let last_written = 0

/** Rises with every mail, also with two of one millisecond: the names are their order. */
const instantOfNext = () => {
  last_written = Math.max(Date.now(), last_written + 1)
  return new Date(last_written).toISOString().replaceAll(':', '-')
}

/**
 * Puts each mail into the folder as a file that mail programs open, named by the instant of its writing. Only the
 * owner may read them: a link in one of them opens an account.
 */
export const folderPost =
  (dir: string): Post =>
  async (mail) => {
    assertOutsideTransaction('mail')
    const path = join(dir, `${instantOfNext()}-${crypto.randomUUID()}.eml`)
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const composed = new MailComposer(toMessage(mail)).compile()
    await writeFile(path, await composed.build(), { flag: 'wx', mode: 0o600 })
    const names = (await readdir(dir)).filter((name) => name.endsWith('.eml')).toSorted()
    for (const name of names.slice(0, Math.max(0, names.length - MAILS_MAX))) {
      await rm(join(dir, name), { force: true })
    }
  }
