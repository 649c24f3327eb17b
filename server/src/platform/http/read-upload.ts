import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, Upload } from '#contract/endpoint.ts'
import { invalidFields, ProblemError } from '#domain/problems.ts'
import { refuseBadTexts } from '#domain/text/refuse.ts'
import { tooLarge, wholeInvalid } from './faults.ts'
import { BODY_BYTES_MAX, formFault, formLimits, gatherFields, textOf } from './read-form.ts'

const SILENT_MS_MAX = 30_000
/** A kilobyte a second: a line that is slower brings no file to its end, and keeps others from a place meanwhile. */
const PACE = { ms: 60_000, bytes: 60_000 }
const NAME_CHARS_MAX = 255

/** A file that is still arriving. `name` is what its sender calls it, without folders. */
export type ArrivingFile = { name: string; content_type: string; content: Readable }

export type OpenedUpload = { texts: Record<string, unknown>; file: ArrivingFile }

/**
 * Reads a multipart form up to the first bytes of its file. `content` fails with what the sender is told when the file
 * is too long, stops arriving or comes too slowly, breaks off, or is not the last part of its form; it ends when the
 * form has ended well.
 * No more than a few chunks are held. Throws invalid_fields, too_large.
 */
export const openUpload = async (
  request: FastifyRequest,
  { field, bytes_max, silent_ms_max = SILENT_MS_MAX, pace = PACE, ignored_after = [] }: Upload,
  { body_bytes_max = BODY_BYTES_MAX }: Endpoint,
): Promise<OpenedUpload> => {
  const limits = { ...formLimits(body_bytes_max), fileSize: bytes_max + 1, files: 2 }
  const parts = request.parts({ limits })
  const sender = watchSender(silent_ms_max, pace)
  const nextPart = async () => (await sender.wait(parts.next())).value

  const fields = gatherFields(body_bytes_max)
  let part = await nextPart()
  for (; part?.type === 'field'; part = await nextPart()) {
    const text = textOf(part)
    fields.add(part.fieldname, text)
    sender.came(text.length)
  }
  if (!part) throw invalidFields({ [field]: ['This field is required.'] })
  const name = nameOf(part, field)

  const chunks: AsyncIterator<Buffer> = part.file[Symbol.asyncIterator]()
  let bytes = 0
  const pull = async (): Promise<Buffer | null> => {
    const { value: chunk, done } = await sender.wait(chunks.next())
    if (done) {
      let more = await nextPart()
      while (more?.type === 'field' && ignored_after.includes(more.fieldname)) more = await nextPart()
      return refuseMore(more)
    }
    sender.came(chunk.length)
    bytes += chunk.length
    if (bytes > bytes_max) throw new ProblemError(tooLarge(bytes_max))
    return chunk
  }
  const first = await pull()
  if (first === null) throw invalidFields({ [field]: ['The file is empty.'] })
  const content = readableOf(first, pull, () => part.file.destroy())
  return { texts: fields.gathered(), file: { name, content_type: typeOf(part), content } }
}

const nameOf = ({ fieldname, filename = '' }: MultipartFile, field: string): string => {
  if (fieldname !== field) throw invalidFields({ [fieldname]: ['This field is not known.'] })
  refuseBadTexts({ [field]: filename })
  if (filename.length <= NAME_CHARS_MAX) return filename
  throw invalidFields({ [field]: [`The name of the file may have at most ${NAME_CHARS_MAX} characters.`] })
}

/** A type as it may stand in a header; whatever else a sender says means nothing. */
const typeOf = ({ mimetype }: MultipartFile) =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mimetype) ? mimetype : 'application/octet-stream'

const refuseMore = (part: { type: 'field' | 'file'; fieldname: string } | undefined): null => {
  if (!part) return null
  const why = part.type === 'file' ? 'Only one file may be sent.' : 'Send this field before the file.'
  throw invalidFields({ [part.fieldname]: [why] })
}

const readableOf = (first: Buffer, pull: () => Promise<Buffer | null>, close: () => void): Readable => {
  const content = new Readable({
    read() {
      pull().then(
        (chunk) => this.push(chunk),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      close()
      done(error)
    },
  })
  content.push(first)
  // It may fail while nobody reads; whoever reads then or later is told all the same.
  content.on('error', () => {})
  return content
}

/** Waits for what somebody sends. Only that is counted as slow: how long we take for what has come is our own. */
const watchSender = (silent_ms_max: number, pace: { ms: number; bytes: number }) => {
  const [bytes_min, seconds] = [pace.bytes.toLocaleString('en'), pace.ms / 1000]
  const slow = `The file comes too slowly: less than ${bytes_min} bytes in ${seconds} seconds.`
  let waited_ms = 0
  let bytes = 0
  return {
    came: (many: number) => {
      bytes += many
    },
    wait: async <T>(arriving: Promise<T>): Promise<T> => {
      const since = performance.now()
      const arrived = await within(arriving, silent_ms_max)
      waited_ms += performance.now() - since
      if (waited_ms < pace.ms) return arrived
      if (bytes < pace.bytes) throw new ProblemError(wholeInvalid(slow))
      waited_ms = 0
      bytes = 0
      return arrived
    },
  }
}

/** The same, unless it takes longer; nobody waits forever for somebody else's bytes. */
const within = async <T>(arriving: Promise<T>, ms_max: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const silence = `Nothing of the request arrived for ${ms_max / 1000} seconds.`
  const timer = setTimeout(() => late.reject(new ProblemError(wholeInvalid(silence))), ms_max)
  try {
    return await Promise.race([arriving, late.promise])
  } catch (error) {
    throw formFault(error)
  } finally {
    clearTimeout(timer)
  }
}
