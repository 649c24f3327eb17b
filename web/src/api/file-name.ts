/** The exact name (RFC 5987) if there is one, else the plain one (RFC 6266). */
const EXACT = /filename\*\s*=\s*UTF-8''([^;\s]+)/i
const PLAIN = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i

/** The file name in a content-disposition; undefined where there is none that can be read. */
export const fileNameOf = (disposition: string | null): string | undefined => {
  const [, quoted, bare] = PLAIN.exec(disposition ?? '') ?? []
  return decoded(EXACT.exec(disposition ?? '')?.[1]) ?? (quoted || bare || undefined)
}

const decoded = (exact: string | undefined) => {
  try {
    return exact && decodeURIComponent(exact)
  } catch {
    return undefined
  }
}
