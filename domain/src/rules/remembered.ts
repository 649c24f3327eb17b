/** So many different texts are kept compiled, more than there can be rules. */
const TEXTS_MAX = 500

/** The same for the same text, made once while it is among the last TEXTS_MAX that were asked for. */
export const rememberedByText = <T>(make: (text: string) => T) => {
  const known = new Map<string, T>()
  return (text: string): T => {
    const made = known.get(text) ?? make(text)
    // What was asked for last stands last, so the first is the one that nobody has asked for the longest.
    known.delete(text)
    known.set(text, made)
    const [oldest] = known.keys()
    if (known.size > TEXTS_MAX && oldest !== undefined) known.delete(oldest)
    return made
  }
}
