/** A picture of `width` × `height` pixels as it is kept. */
export type Picture = {
  content_type: 'image/png' | 'image/jpeg' | 'image/webp'
  width: number
  height: number
  bytes: Buffer
}

/** A picture without a pixel is none. */
export const pictureOf = (picture: Picture): Picture | undefined =>
  picture.width > 0 && picture.height > 0 ? picture : undefined
