export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

const SIDE_PX = 256
const QUALITY = 0.9

/**
 * The middle of a picture as a JPEG of 256 × 256 pixels: drawn anew, so that nothing else of the file is sent. Throws
 * for a file that the browser cannot draw.
 */
export const squarePicture = async (file: File): Promise<File> => {
  const drawn = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures.')
  // A JPEG has no transparency.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, SIDE_PX, SIDE_PX)
  const { x, y, side } = middleOf(drawn)
  context.drawImage(drawn, x, y, side, side, 0, 0, SIDE_PX, SIDE_PX)
  drawn.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('The picture could not be drawn.')
  return new File([blob], 'profile.jpg', { type: blob.type })
}

/** The largest square in the middle, in px of the picture. */
export const middleOf = ({ width, height }: { width: number; height: number }) => {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}
