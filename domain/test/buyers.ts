import fc from 'fast-check'
import type { Identity } from '../src/identity/normalise.ts'

/** Synthetic buyers by what was wrong with them on one large customer's recorded rejections, and clean ones. */
export type Buyer = { kind: string; identity: Identity }

const PHONES = ['+60123456789', '0312345678', '+6582345678', 'NA']
const pad = (value: number, length: number) => String(value).padStart(length, '0')
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
const letters = (from: number, to: number) => fc.stringMatching(new RegExp(`^[A-Z]{${from},${to}}$`))

const nrics = fc
  .tuple(
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
    digits(6),
  )
  .map(([year, month, day, rest]) => `${pad(year, 2)}${pad(month, 2)}${pad(day, 2)}${rest}`)
const hyphenated = (nric: string) => `${nric.slice(0, 6)}-${nric.slice(6, 8)}-${nric.slice(8)}`
/** Year, kind of business, serial number: companies (01, 02), businesses (03), partnerships (04 to 06). */
const newBrns = fc
  .tuple(fc.integer({ min: 1960, max: 2026 }), fc.integer({ min: 1, max: 6 }), digits(6))
  .map(([year, kind, serial]) => `${year}${pad(kind, 2)}${serial}`)
const oldBrns = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), letters(1, 1))
    .map(([number, check]) => `${number}-${check}`),
  fc
    .tuple(letters(2, 2), digits(7), letters(1, 1))
    .map(([state, number, check]) => `${state}${number}-${check}`),
  digits(7).map((number) => `LLP${number}-LGN`),
)
const foreignBrns = fc.constantFrom(
  'HRB 123456 B',
  '201912345K',
  '91440101MA5CXK7T0X',
  'SC123456',
  '12-3456789',
)
const passports = fc.tuple(letters(1, 2), digits(7)).map(([letter, number]) => `${letter}${number}`)
const numericPassports = digits(9)
const armies = digits(7).map((number) => `T${number}`)

const significant = fc
  .tuple(fc.integer({ min: 1, max: 9 }), digits(8))
  .map(([first, rest]) => `${first}${rest}`)
const individuals = fc.tuple(significant, digits(1)).map(([number, last]) => `IG${number}${last}`)
const businesses = fc
  .tuple(fc.constantFrom('C', 'CS', 'D', 'PT', 'LE', 'TC'), significant)
  .map(([prefix, number]) => `${prefix}${number}0`)
const others = fc
  .tuple(fc.constantFrom('F', 'FA', 'TA', 'TP', 'J'), significant)
  .map(([prefix, number]) => `${prefix}${number}0`)

type Numbers = fc.Arbitrary<string>
const buyers = (kind: string, tins: Numbers, identity_type: string, numbers: Numbers): fc.Arbitrary<Buyer> =>
  fc
    .record({ tin_no: tins, identity_number: numbers, contact_number: fc.constantFrom(...PHONES) })
    .map((identity) => ({ kind, identity: { ...identity, identity_type } }))

const general = (last: string) => fc.constant(`EI000000000${last}`)

/** Zero-width blank, joiner, BOM, no-break blank, mark of direction, soft hyphen. */
const PASTED = ['\u200b', '\u200d', '\ufeff', '\u00a0', '\u200e', '\u00ad']
const pasted = (texts: Numbers): Numbers =>
  fc
    .tuple(texts, fc.constantFrom(...PASTED), fc.nat({ max: 10 }))
    .map(([text, character, at]) => text.slice(0, at) + character + text.slice(at))

const FAULTY: [count: number, fc.Arbitrary<Buyer>][] = [
  [282, buyers('a foreigner as NRIC', fc.oneof(individuals, general('20')), 'NRIC', passports)],
  [40, buyers('a foreigner as NRIC', fc.oneof(individuals, general('20')), 'NRIC', numericPassports)],
  [82, buyers('an NRIC with hyphens', individuals, 'NRIC', nrics.map(hyphenated))],
  [20, buyers('a BRN as NRIC', businesses, 'NRIC', fc.oneof(newBrns, oldBrns))],
  [8, buyers('pasted with the TIN', pasted(businesses), 'BRN', newBrns)],
  [4, buyers('pasted with the number', individuals, 'NRIC', pasted(nrics))],
  [
    4,
    buyers(
      'in small letters',
      businesses.map((tin) => tin.toLowerCase()),
      'BRN',
      newBrns,
    ),
  ],
  [
    4,
    buyers(
      'an old prefix',
      individuals.map((tin) => tin.replace('IG', 'OG')),
      'NRIC',
      nrics,
    ),
  ],
  [4, buyers('without the last zero', businesses.map(withoutLastZero), 'BRN', newBrns)],
]

function withoutLastZero(tin: string): string {
  const shorter = tin.slice(0, -1)
  return shorter.endsWith('0') ? `${shorter.slice(0, -1)}7` : shorter
}

const CLEAN: [count: number, fc.Arbitrary<Buyer>][] = [
  [600, buyers('a company', businesses, 'BRN', newBrns)],
  [200, buyers('a company of old', businesses, 'BRN', oldBrns)],
  [400, buyers('a person', individuals, 'NRIC', nrics)],
  [100, buyers('a person without NRIC', individuals, 'NRIC', fc.constant('000000000000'))],
  [200, buyers('a sole proprietor', individuals, 'BRN', fc.oneof(newBrns, oldBrns))],
  [100, buyers('a foreigner with a TIN', individuals, 'PASSPORT', fc.oneof(passports, numericPassports))],
  [100, buyers('a foreigner without TIN', general('20'), 'PASSPORT', passports)],
  [50, buyers('a foreign company', general('20'), 'BRN', foreignBrns)],
  [50, buyers('a soldier', fc.oneof(individuals, general('10')), 'ARMY', armies)],
  [80, buyers('a person without TIN', general('10'), 'NRIC', nrics)],
  [60, buyers('a government body', general('40'), 'BRN', fc.oneof(newBrns, fc.constant('JKR-W01')))],
  [
    60,
    buyers('an association or estate', others, 'BRN', fc.oneof(newBrns, fc.constant('PPM-001-10-01011990'))),
  ],
]

const drawn = (of: [number, fc.Arbitrary<Buyer>][], seed: number): Buyer[] =>
  of.flatMap(([numRuns, arbitrary], at) => fc.sample(arbitrary, { numRuns, seed: seed + at }))

/** 448 buyers in the proportions of the recorded rejections. */
export const faultyBuyers = (seed: number): Buyer[] => drawn(FAULTY, seed)

/** 2,000 buyers of all kinds with nothing wrong. */
export const cleanBuyers = (seed: number): Buyer[] => drawn(CLEAN, seed)
