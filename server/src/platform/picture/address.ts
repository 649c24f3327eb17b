import { invalidFields } from '#domain/problems.ts'
import { readPicture } from './read.ts'

/** The side of the largest picture taken; the screens send smaller ones. */
const SIDE_PX_MAX = 1024

/**
 * The `data:` address of the picture that was sent as `image`, which holds the picture itself: nothing is ever served
 * under an address of ours (decisions/018). Throws invalid_fields for what is no PNG, JPEG or WebP, and for one too
 * large.
 */
export const pictureAddress = async (file: File): Promise<string> => {
  const picture = readPicture(Buffer.from(await file.arrayBuffer()))
  if (!picture) throw refused('Please choose a PNG, JPEG or WebP picture.')
  const { width, height, content_type, bytes } = picture
  if (Math.max(width, height) > SIDE_PX_MAX)
    throw refused(
      `The picture has ${width} × ${height} pixels; at most ${SIDE_PX_MAX} × ${SIDE_PX_MAX} are taken.`,
    )
  return `data:${content_type};base64,${bytes.toString('base64')}`
}

const refused = (message: string) => invalidFields({ image: [message] })
