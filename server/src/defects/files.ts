import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Defect } from '#contract/defects.ts'
import { callerName, type UserCaller } from '#domain/access/caller.ts'
import { invalidFields, notFound } from '#domain/problems.ts'
import { DAY_MS } from '#domain/time/units.ts'
import { sha256Hex } from '../platform/crypto/digest.ts'
import { type Db, inTransaction, type Tx } from '../platform/db/database.ts'
import type { Files } from '../platform/files/files.ts'
import type { Download } from '../platform/http/route.ts'
import { attachmentIn, type Content, nameFor, pictureIn } from './content.ts'
import { attachFile, bytesSince, countFiles, deleteLoose, findFile, insertLoose } from './file-rows.ts'
import { BYTES_OF_ALL_MAX, BYTES_OF_PERSON_MAX, FILES_MAX, LATELY_DAYS, ROOM_LEFT_BYTES } from './limits.ts'

type Sent = { screenshot?: File | undefined; file_upload?: File | undefined }
type Store = { db: Db; files: Files }
type By = Store & { caller: UserCaller; now: Date }
type Judged = Content & { kind: 'screenshot' | 'attachment'; name: string }

const keyOf = (id: string) => `defects/${id}`

/**
 * Stores the files of a form, and does the work that puts them to a defect by these ids. What the work did not put
 * there, because it failed or because the same had been done before, is thrown away. Throws invalid_fields for what is
 * not taken.
 */
export const withFiles = async (
  by: By & { form: Sent },
  work: (file_ids: readonly string[]) => Promise<Defect>,
): Promise<Defect> => {
  const judged = await judge(by.form)
  if (judged.length === 0) return work([])
  const ids: string[] = []
  try {
    for (const one of judged) ids.push(await store(by, one))
    return await work(ids)
  } finally {
    // What is left behind by a trouble here, the daily tidying takes.
    await dropLoose(by, ids).catch(() => {})
  }
}

type Attaching = { tx: Tx; caller: UserCaller; now: Date }

/**
 * Puts stored files to a defect that the transaction holds, and answers the names of those that are new there. Throws
 * invalid_fields where they are too many, or where files lately came to too many bytes.
 */
export const attach = async (by: Attaching, ids: readonly string[], defect_id: string): Promise<string[]> => {
  const { tx } = by
  if (ids.length > 0 && (await countFiles(tx, defect_id)) + ids.length > FILES_MAX)
    throw invalidFields({ file_upload: [`A defect has at most ${FILES_MAX} files.`] })
  const put: { name: string; kind: Judged['kind'] }[] = []
  for (const id of ids) {
    const file = await attachFile(tx, id, defect_id)
    if (file) put.push(file)
  }
  const why = put.length > 0 && (await tooMuch(by))
  if (why) throw invalidFields(Object.fromEntries(put.map(({ kind }) => [FIELDS[kind], [why]])))
  return put.map(({ name }) => name)
}

const FIELDS = { screenshot: 'screenshot', attachment: 'file_upload' } as const

const tooMuch = async ({ tx, caller, now }: Attaching): Promise<string | undefined> => {
  const since = new Date(now.getTime() - LATELY_DAYS * DAY_MS)
  const { own, all } = await bytesSince(tx, { created_by: caller.user_id, since })
  if (own > BYTES_OF_PERSON_MAX)
    return (
      `Within ${LATELY_DAYS} days your files may come to ${BYTES_OF_PERSON_MAX / 1e6} MB; ` +
      'this one no longer fits. Please describe it in words.'
    )
  if (all > BYTES_OF_ALL_MAX)
    return (
      `Within ${LATELY_DAYS} days the files of all people may come to ${BYTES_OF_ALL_MAX / 1e9} GB; ` +
      'this one no longer fits. Please describe it in words.'
    )
  return undefined
}

/** Throws away those of them that no defect has. */
export const dropLoose = async ({ db, files }: Store, ids: readonly string[]) => {
  if (ids.length === 0) return
  const gone = await inTransaction(db, (tx) => deleteLoose(tx, ids))
  for (const id of gone) await files.remove(keyOf(id))
}

/** A file to be saved under its name, never shown. Throws not_found. */
export const sendFile = async (
  { db, files }: Store,
  { id: defect_id, file_id }: { id: string; file_id: string },
): Promise<Download> => {
  const row = await findFile(db, { id: file_id, defect_id })
  const stored = row && (await files.get(keyOf(row.id)))
  if (!row || !stored) throw notFound('There is no such file.')
  return { content: stored.content, content_type: row.content_type, filename: row.name }
}

const judge = async ({ screenshot, file_upload }: Sent): Promise<Judged[]> => {
  const judged: Judged[] = []
  const faults: Record<string, string[]> = {}
  const read = async (field: 'screenshot' | 'file_upload', file: File) => {
    const bytes = Buffer.from(await file.arrayBuffer())
    const found = field === 'screenshot' ? pictureIn(bytes) : attachmentIn(bytes)
    if ('refusal' in found) faults[field] = [found.refusal]
    else {
      const kind = field === 'screenshot' ? field : 'attachment'
      judged.push({ ...found, kind, name: nameFor(file.name, found.endings) })
    }
  }
  if (screenshot && isChosen(screenshot)) await read('screenshot', screenshot)
  if (file_upload && isChosen(file_upload)) await read('file_upload', file_upload)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  return judged
}

/** A browser sends an empty file without a name where none was chosen. */
const isChosen = ({ size, name }: File) => size > 0 || name !== ''

/** The row comes first, so that a file whose storing is cut short is found and thrown away. */
const store = async ({ db, files, caller, now }: By, { kind, name, content_type, bytes }: Judged) => {
  const id = randomUUID()
  const by = { created_by: caller.user_id, created_by_name: callerName(caller), created_at: now }
  const row = { ...by, id, kind, name, content_type, bytes: bytes.length, sha256: sha256Hex(bytes) }
  await inTransaction(db, (tx) => insertLoose(tx, row))
  const bytes_max = bytes.length
  const kind_of_file = { content_type, bytes_max, left_free: ROOM_LEFT_BYTES }
  await files.put(keyOf(id), Readable.from([bytes]), kind_of_file)
  return id
}
