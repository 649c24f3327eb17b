import { plainName } from './plain-name.ts'

/** Longer names are no slips of the keyboard; comparing two takes the product of their lengths. */
const LENGTH_MAX = 40
/** One slip in so many characters still means the same name. */
const CHARACTERS_PER_SLIP = 3

/** The candidate that a mistyped name means, case and separators aside; undefined when none is near. */
export const nearest = (name: string, candidates: Iterable<string>): string | undefined => {
  const wanted = plainName(name)
  if (wanted.length > LENGTH_MAX) return undefined
  let found: string | undefined
  let slips_max = Math.max(1, Math.floor(wanted.length / CHARACTERS_PER_SLIP))
  for (const candidate of candidates) {
    const slips = slipsBetween(wanted, plainName(candidate), slips_max)
    if (slips === undefined) continue
    found = candidate
    // Only a nearer one replaces it.
    slips_max = slips - 1
    if (slips_max < 0) break
  }
  return found
}

/** The Levenshtein distance: letters inserted, left out or replaced; undefined above `slips_max`. */
const slipsBetween = (a: string, b: string, slips_max: number): number | undefined => {
  if (Math.abs(a.length - b.length) > slips_max) return undefined
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    above = current
  }
  const slips = above.at(-1) ?? 0
  return slips <= slips_max ? slips : undefined
}
