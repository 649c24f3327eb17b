import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noneIfAbsent, undefinedIfAbsent } from '../files/absent.ts'
import { type MailText, readMailText } from './mail-text.ts'
import { MAILS_MAX } from './to-folder.ts'

/** More than any of our letters has; what lies behind it is not read. */
const MAIL_BYTES_MAX = 200_000
const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-[0-9a-f-]{36}\.eml$/

export type FoundMail = MailText & { id: string; at: Date }

/** The mails of the folder by their ids, the newest first; none while there is no folder. */
export const listMailIds = async (dir: string): Promise<string[]> => {
  const names = await readdir(dir).catch(noneIfAbsent)
  const ours = names.filter((name) => NAME.test(name)).toSorted()
  return ours
    .slice(-MAILS_MAX)
    .reverse()
    .map((name) => name.slice(0, -'.eml'.length))
}

/** One of them; undefined for whatever is none of them. No id leads out of the folder. */
export const findMail = async (dir: string, id: string): Promise<FoundMail | undefined> =>
  (await listMailIds(dir)).includes(id) ? readMail(dir, id) : undefined

/** One that was listed; undefined where it was thrown away meanwhile. */
export const readMail = async (dir: string, id: string): Promise<FoundMail | undefined> => {
  const name = `${id}.eml`
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const raw = day === undefined ? undefined : await readStart(join(dir, name))
  return raw && { id, at: new Date(`${day}${hours}:${minutes}:${seconds}`), ...readMailText(raw) }
}

const readStart = async (path: string): Promise<Buffer | undefined> => {
  const file = await open(path, 'r').catch(undefinedIfAbsent)
  if (!file) return undefined
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAIL_BYTES_MAX), 0, MAIL_BYTES_MAX, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
