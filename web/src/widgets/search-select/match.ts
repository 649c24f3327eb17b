/** One choice of a searchable select. `code` is shown before the label; `hint` beneath it. */
export type Option = { value: string; label: string; code?: string; hint?: string }

/** How a chosen option reads in its field: "022 Others". */
export const textOf = ({ code, label }: Option) => (code ? `${code} ${label}` : label)

/**
 * The options that contain every typed word in code, label or hint, best first: code equal, code or label
 * beginning so, a word beginning so, anywhere. Within a rank the list's own order stays.
 */
export const matchOptions = (options: readonly Option[], typed: string, shown_max: number): Option[] => {
  const sought = fold(typed)
  if (sought === '') return options.slice(0, shown_max)
  const words = sought.split(/\s+/)
  const ranks: Option[][] = [[], [], [], []]
  for (const option of options) {
    const rank = rankOf(option, sought, words)
    if (rank !== undefined) ranks[rank]?.push(option)
  }
  return ranks.flat().slice(0, shown_max)
}

/**
 * The option that was typed in full, by its code, its name or both. Several where only their hints tell them apart, as
 * with parties of one name: those the field does not show. Of codes of one name it is the first.
 */
export const optionsNamed = (options: readonly Option[], typed: string): Option[] => {
  const sought = fold(typed)
  if (sought === '') return []
  const of_code = options.filter((option) => foldedOf(option).code === sought)
  const named = of_code.length > 0 ? of_code : options.filter((option) => isNamed(option, sought))
  return named.some(({ hint }) => hint !== undefined) ? named : named.slice(0, 1)
}

const isNamed = (option: Option, sought: string) => {
  const { code, label } = foldedOf(option)
  return label === sought || `${code} ${label}` === sought
}

const rankOf = (option: Option, sought: string, words: string[]): number | undefined => {
  const { code, label, all } = foldedOf(option)
  if (!words.every((word) => all.includes(word))) return undefined
  if (code === sought) return 0
  if (code.startsWith(sought) || label.startsWith(sought)) return 1
  return all.includes(` ${sought}`) ? 2 : 3
}

type Folded = { code: string; label: string; all: string }

/** Options are folded once: a list of 2,163 units is searched at every keystroke. */
const folded = new WeakMap<Option, Folded>()

const foldedOf = (option: Option): Folded => {
  const known = folded.get(option)
  if (known) return known
  const code = fold(option.code ?? '')
  const label = fold(option.label)
  const made = { code, label, all: `${code} ${label} ${fold(option.hint ?? '')}` }
  folded.set(option, made)
  return made
}

/** Case and accents do not matter to someone who types in a hurry. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
