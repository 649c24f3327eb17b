/** Everybody has a line of their own, and the lines take turns: who orders fifty waits behind their own fifty. */
export type FairQueue<T> = {
  /** The refusal when this person, or all together, have as many waiting as fit. */
  add(person: string, item: T): 'waits' | 'own line full' | 'full'
  /** Of the first line whose person may have a turn; everybody may unless told. */
  next(may?: (person: string) => boolean): T | undefined
  /** For who does not wait any longer. */
  remove(item: T): void
  /** How many wait. */
  count(): number
  /** Everything that waits; the queue is empty afterwards. */
  drain(): T[]
}

export const createFairQueue = <T>(limits: { person_max: number; all_max: number }): FairQueue<T> => {
  /** By person, whose turn it is first; nobody's line is empty. */
  const lines = new Map<string, T[]>()
  let count = 0
  return {
    add: (person, item) => {
      const line = lines.get(person) ?? []
      if (line.length >= limits.person_max) return 'own line full'
      if (count >= limits.all_max) return 'full'
      lines.set(person, line)
      line.push(item)
      count++
      return 'waits'
    },
    next: (may = () => true) => {
      const turn = [...lines].find(([person]) => may(person))
      if (!turn) return undefined
      const [person, line] = turn
      const item = line.shift()
      lines.delete(person)
      if (line.length > 0) lines.set(person, line)
      count--
      return item
    },
    remove: (item) => {
      for (const [person, line] of lines) {
        const at = line.indexOf(item)
        if (at < 0) continue
        line.splice(at, 1)
        if (line.length === 0) lines.delete(person)
        count--
      }
    },
    count: () => count,
    drain: () => {
      const all = [...lines.values()].flat()
      lines.clear()
      count = 0
      return all
    },
  }
}
