import { readJpeg } from './jpeg.ts'
import type { Picture } from './picture.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/**
 * The picture that these bytes are, whatever its name says: a new file of those parts alone that its pixels are made
 * of. Where it was taken, comments, and whatever else lay in or behind the file are left out. Undefined for anything
 * but a whole PNG, JPEG or still WebP.
 */
export const readPicture = (bytes: Buffer): Picture | undefined =>
  [readPng, readJpeg, readWebp].map((read) => read(bytes)).find((picture) => picture !== undefined)
