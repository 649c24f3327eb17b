/** Something that the palette offers. */
export type Offer = {
  id: string
  /** What it is called, and what else it is found by. */
  words: string
  aside?: string
}

/** The offers in whose words every word of the query begins a word, in their order. */
export const findOffers = <O extends Offer>(offers: readonly O[], query: string): O[] => {
  const wanted = wordsOf(query)
  return offers.filter((offer) => {
    const own = wordsOf(`${offer.words} ${offer.aside ?? ''}`)
    return wanted.every((word) => own.some((one) => one.startsWith(word)))
  })
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
