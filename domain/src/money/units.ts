/** A decimal as a whole number of its last place, of any size: "12.50" is 1250 of 2 places. */
export type Units = Readonly<{ count: bigint; places: number }>

const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** The same figures come again and again: prices, rates, sums. */
const KNOWN_MAX = 1_000
const known = new Map<string, Units>()

/** Reads a plain decimal; throws for any other text. */
export const readUnits = (text: string): Units => {
  const found = known.get(text)
  if (found) return found
  const units = unitsOf(text)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(text, units)
  return units
}

const unitsOf = (text: string): Units => {
  if (!DECIMAL.test(text)) throw new Error(`“${text.slice(0, 40)}” is no plain decimal.`)
  const point = text.indexOf('.')
  if (point < 0) return { count: BigInt(text), places: 0 }
  return { count: BigInt(text.slice(0, point) + text.slice(point + 1)), places: text.length - point - 1 }
}

/** Both in units of the same places, so that they can be added and compared. */
export const alike = (a: Units, b: Units): [a: bigint, b: bigint, places: number] => {
  if (a.places === b.places) return [a.count, b.count, a.places]
  const places = Math.max(a.places, b.places)
  return [finer(a, places), finer(b, places), places]
}

/** How many units of more places it is. */
export const finer = ({ count, places }: Units, wanted: number) =>
  wanted === places ? count : count * tenTo(wanted - places)

const POWERS = Array.from({ length: 20 }, (_, power) => 10n ** BigInt(power))
const tenTo = (power: number) => POWERS[power] ?? 10n ** BigInt(power)

/** A quotient rounded to a whole number, half-up (away from zero on a tie). `divisor` is not 0. */
export const divide = (count: bigint, divisor: bigint): bigint => {
  const rest = count % divisor
  const twice = 2n * (rest < 0n ? -rest : rest)
  if (twice < (divisor < 0n ? -divisor : divisor)) return count / divisor
  return count / divisor + (count < 0n === divisor < 0n ? 1n : -1n)
}

/** Rounded to so many places, half-up (away from zero on a tie). */
export const roundUnits = (units: Units, places: number): Units =>
  units.places <= places
    ? { count: finer(units, places), places }
    : { count: divide(units.count, tenTo(units.places - places)), places }

/** Prints all its places: 1250 of 2 is "12.50". */
export const printUnits = ({ count, places }: Units): string => {
  if (places === 0) return String(count)
  const digits = String(count < 0n ? -count : count).padStart(places + 1, '0')
  return `${count < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const POINT = '.'.charCodeAt(0)
const ZERO = '0'.charCodeAt(0)

/** Prints it without zeros at the end of its fraction: 1250 of 2 is "12.5". */
export const printShort = (units: Units): string => {
  const text = printUnits(units)
  if (units.places === 0) return text
  let end = text.length
  while (text.charCodeAt(end - 1) === ZERO) end -= 1
  return text.slice(0, text.charCodeAt(end - 1) === POINT ? end - 1 : end)
}
