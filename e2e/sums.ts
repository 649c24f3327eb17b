/**
 * The sums of a document, worked out once more in whole sen and hundred-millionths, apart from the product's own
 * arithmetic: per line 2 places half-up, tax per line, then added.
 */
export type EnteredLine = {
  classification: string
  description: string
  unit_price: string
  quantity: string
  unit: string
  tax_type: string
  tax_rate?: string
  discount_rate?: string
  discount_amount?: string
  exemption?: string
}

export type Sums = { net: string; tax: string; discount: string; including: string; payable: string }

const PLACES = 8
const ONE = 10n ** BigInt(PLACES)
const SEN = ONE / 100n

export const sumUp = (lines: readonly EnteredLine[], rounding: string, prepayment: string): Sums => {
  const worked = lines.map(workOut)
  const total = (pick: (line: ReturnType<typeof workOut>) => bigint) =>
    worked.reduce((sum, line) => sum + pick(line), 0n)
  const net = total((line) => line.net)
  const tax = total((line) => line.tax)
  return {
    net: print(net),
    tax: print(tax),
    discount: print(total((line) => line.discount)),
    including: print(net + tax),
    payable: print(net + tax + parse(rounding) - parse(prepayment)),
  }
}

const workOut = (line: EnteredLine) => {
  const subtotal = toSen(times(parse(line.unit_price), parse(line.quantity)))
  const discount = line.discount_amount
    ? parse(line.discount_amount)
    : percent(subtotal, line.discount_rate ?? '0')
  const net = subtotal - discount
  return { discount, net, tax: percent(net, line.tax_rate ?? '0') }
}

/** "12.5" in hundred-millionths. */
const parse = (text: string): bigint => {
  const [whole = '0', places = ''] = text.split('.')
  const size = BigInt(whole.replace('-', '')) * ONE + BigInt(places.padEnd(PLACES, '0'))
  return text.startsWith('-') ? -size : size
}

const times = (a: bigint, b: bigint) => (a * b) / ONE

const percent = (amount: bigint, rate: string) => toSen(times(amount, parse(rate)) / 100n)

/** Half-up to whole sen; every amount here is positive. */
const toSen = (amount: bigint) => ((amount + SEN / 2n) / SEN) * SEN

/** "1,234.50" */
const print = (amount: bigint): string => {
  const digits = String(amount / SEN).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${whole}.${digits.slice(-2)}`
}
