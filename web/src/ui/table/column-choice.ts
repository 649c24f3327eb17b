/** What a person left out of a list, as this browser keeps it; undefined where they never chose. */
export const readLeftOut = (
  kept: string | null,
  keys: readonly string[],
): ReadonlySet<string> | undefined => {
  if (kept === null) return undefined
  const named = kept.split(' ')
  return new Set(keys.filter((key) => named.includes(key)))
}

export const writeLeftOut = (left_out: ReadonlySet<string>): string => [...left_out].join(' ')

/** The same for an address, which says nothing where it says an empty text. */
export const writeHidden = (left_out: ReadonlySet<string>): string => writeLeftOut(left_out) || 'none'
