/** A picture's bytes are kept small: the logo is printed 15 mm high. */
const LOGO_BYTES_MAX = 500_000
const DATA_ADDRESS = /^data:image\/(?:svg\+xml|png|jpeg|gif|webp);base64,/

/** The bytes of a logo given as a base64 `data:` address; null for anything else, which prints the name instead. */
export const readLogo = (address: string): Uint8Array | null => {
  const head = DATA_ADDRESS.exec(address)?.[0]
  if (!head || address.length > LOGO_BYTES_MAX * 1.4) return null
  const bytes = Buffer.from(address.slice(head.length), 'base64')
  return bytes.length > 0 && bytes.length <= LOGO_BYTES_MAX ? new Uint8Array(bytes) : null
}
