const HIGH_HALF = /[\ud800-\udbff]$/

/**
 * The beginning of a text, `length_max` UTF-16 units at most; never half of a surrogate pair, which PostgreSQL takes
 * in no JSON.
 */
export const cutText = (text: string, length_max: number): string => {
  if (text.length <= length_max) return text
  return text.slice(0, length_max).replace(HIGH_HALF, '')
}

/** The same with an ellipsis after it where something was cut off. */
export const shortenText = (text: string, length_max: number): string =>
  text.length > length_max ? `${cutText(text, length_max)}…` : text
