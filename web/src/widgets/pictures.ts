export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

const QUALITY = 0.9
const FACE_SIDE_PX = 256
const LOGO_SIDE_PX = 480

/**
 * The middle of a picture as a JPEG of 256 × 256 pixels: drawn anew, so that nothing else of the file is sent. Throws
 * for a file that the browser cannot draw.
 */
export const squarePicture = (file: File): Promise<File> =>
  drawn(file, (picture) => {
    const { x, y, side } = middleOf(picture)
    const canvas = canvasOf(FACE_SIDE_PX, FACE_SIDE_PX)
    // A JPEG has no transparency.
    canvas.context.fillStyle = '#ffffff'
    canvas.context.fillRect(0, 0, FACE_SIDE_PX, FACE_SIDE_PX)
    canvas.context.drawImage(picture, x, y, side, side, 0, 0, FACE_SIDE_PX, FACE_SIDE_PX)
    return { ...canvas, name: 'profile.jpg', type: 'image/jpeg' }
  })

/** The whole picture, at most 480 px wide and high, transparency kept: drawn anew too. Throws likewise. */
export const logoPicture = (file: File): Promise<File> =>
  drawn(file, (picture) => {
    const { width, height } = fitted(picture, LOGO_SIDE_PX)
    const canvas = canvasOf(width, height)
    canvas.context.drawImage(picture, 0, 0, width, height)
    return { ...canvas, name: 'logo.webp', type: 'image/webp' }
  })

/** The largest square in the middle, in px of the picture. */
export const middleOf = ({ width, height }: Size) => {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** The size in whole px at which a picture fits into a square; a smaller one stays as it is. */
export const fitted = ({ width, height }: Size, side_px_max: number): Size => {
  const scale = Math.min(1, side_px_max / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

type Size = { width: number; height: number }
type Drawing = { canvas: HTMLCanvasElement; name: string; type: string }

const drawn = async (file: File, draw: (picture: ImageBitmap) => Drawing): Promise<File> => {
  const picture = await createImageBitmap(file)
  const { canvas, name, type } = draw(picture)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
  if (!blob) throw new Error('The picture could not be drawn.')
  return new File([blob], name, { type: blob.type })
}

const canvasOf = (width: number, height: number) => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  return { canvas, context }
}
