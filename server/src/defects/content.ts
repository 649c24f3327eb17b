import { cutText } from '#domain/text/cut.ts'
import { readPicture } from '../platform/picture/read.ts'
import { PIXELS_MAX } from './limits.ts'

/** What a file is by its content: how it is stored and served, and how its name may end. */
export type Content = { content_type: string; bytes: Buffer; endings: readonly [string, ...string[]] }

/** What was found, or why it is not taken, in a sentence for people. */
export type Found = Content | { refusal: string }

const PICTURE_ENDINGS = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/webp': ['webp'],
} as const

/** Only what its pixels are made of is kept, so that nothing else can be in it. */
export const pictureIn = (bytes: Buffer): Found => {
  const picture = readPicture(bytes)
  if (!picture) return { refusal: 'Please choose a PNG, JPEG or WebP picture.' }
  const { width, height, content_type } = picture
  if (width * height > PIXELS_MAX)
    return { refusal: `The picture has ${width} × ${height} pixels; at most ${PIXELS_MAX} in all are taken.` }
  return { content_type, bytes: picture.bytes, endings: PICTURE_ENDINGS[content_type] }
}

/**
 * A picture, a PDF, a ZIP archive (of which Office files are made) or a text: known by its bytes, whatever its name
 * says. A page or a drawing with scripts is a text, so that no program runs it.
 */
export const attachmentIn = (bytes: Buffer): Found => {
  const picture = pictureIn(bytes)
  if ('bytes' in picture || readPicture(bytes)) return picture
  if (startsWith(bytes, '%PDF-')) return { content_type: 'application/pdf', bytes, endings: ['pdf'] }
  if (startsWith(bytes, 'PK\x03\x04'))
    return { content_type: 'application/zip', bytes, endings: ['zip', 'docx', 'xlsx', 'pptx'] }
  if (isText(bytes))
    return { content_type: 'text/plain; charset=utf-8', bytes, endings: ['txt', 'csv', 'log', 'json', 'md'] }
  return { refusal: 'Please choose a picture, a PDF, an Office file, a ZIP archive or a text in UTF-8.' }
}

const startsWith = (bytes: Buffer, mark: string) => bytes.toString('latin1', 0, mark.length) === mark

const UTF8 = new TextDecoder('utf-8', { fatal: true })
const isText = (bytes: Buffer) => {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what makes a file more than a text
    return !/[\x00-\x08\x0e-\x1f]/.test(UTF8.decode(bytes))
  } catch {
    return false
  }
}

const NAME_CHARS_MAX = 100

/** The file's name without folders, and without what would turn it round or hide its end; it ends with what it is. */
export const nameFor = (given: string, [usual, ...others]: Content['endings']): string => {
  const plain = given.replace(/[\p{C}/\\:*?"<>|]/gu, '_').trim()
  const ending = /\.(\w{1,8})$/.exec(plain)?.[1]?.toLowerCase()
  const fits = ending !== undefined && [usual, ...others].includes(ending)
  const stem = cutText(fits ? plain.slice(0, -(ending.length + 1)) : plain, NAME_CHARS_MAX)
  return `${stem || 'file'}.${fits ? ending : usual}`
}
