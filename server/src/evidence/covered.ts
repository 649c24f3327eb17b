/** So many numbers share a piece of memory. */
const NUMBERS_TOGETHER = 8_192n

/** Which records some link covers, by table and number: a bit for each, 12 MB for a hundred million. */
export const openCovered = () => {
  const pieces = new Map<string, Uint8Array>()
  const placeOf = (table: string, id: string) => {
    const number = BigInt(id)
    const within = Number(BigInt.asUintN(13, number))
    return {
      name: `${table} ${(number - BigInt(within)) / NUMBERS_TOGETHER}`,
      byte: within >> 3,
      bit: 1 << (within & 7),
    }
  }
  return {
    add: (table: string, id: string): void => {
      const { name, byte, bit } = placeOf(table, id)
      const piece = pieces.get(name) ?? new Uint8Array(Number(NUMBERS_TOGETHER) / 8)
      piece[byte] = (piece[byte] ?? 0) | bit
      pieces.set(name, piece)
    },
    has: (table: string, id: string): boolean => {
      const { name, byte, bit } = placeOf(table, id)
      return ((pieces.get(name)?.[byte] ?? 0) & bit) !== 0
    },
  }
}

export type Covered = ReturnType<typeof openCovered>
