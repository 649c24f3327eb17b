/** A name without what does not matter in it: case, blanks, dots and lines between its words. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
