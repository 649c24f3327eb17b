/** A text as an ILIKE pattern: found anywhere, its own wildcards taken literally. */
export const like = (text: string) => `%${literal(text)}%`

/** The same at the beginning. */
export const beginsWith = (text: string) => `${literal(text)}%`

const literal = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
