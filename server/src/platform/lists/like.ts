/** A text as an ILIKE pattern: found anywhere, its own wildcards taken literally. */
export const like = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
