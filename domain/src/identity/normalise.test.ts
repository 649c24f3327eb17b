import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank } from '../text/characters.ts'
import { IDENTITY_FIELDS, type Identity, identityAsKept, normaliseIdentity } from './normalise.ts'

const CLEAN: Identity = {
  tin_no: 'C2584563200',
  identity_type: 'BRN',
  identity_number: '201901234567',
  contact_number: '+60312345678',
}

describe('is written as the authority takes it, and told', () => {
  test.each<[keyof Identity, string, string, string, string]>([
    ['tin_no', 'BRN', 'C\u200b2584563200', 'C2584563200', 'invisible characters removed'],
    ['tin_no', 'BRN', '\ufeffC2584563200', 'C2584563200', 'invisible characters removed'],
    ['tin_no', 'BRN', 'C 2584\u00a0563200 ', 'C2584563200', 'blanks removed'],
    ['tin_no', 'BRN', 'C-25845632-00', 'C2584563200', 'hyphens removed'],
    ['tin_no', 'BRN', 'c2584563200', 'C2584563200', 'in capital letters'],
    ['tin_no', 'NRIC', 'OG56003500070', 'IG56003500070', 'the prefix is IG today'],
    ['tin_no', 'NRIC', 'sg56003500070', 'IG56003500070', 'in capital letters, the prefix is IG today'],
    ['tin_no', 'BRN', 'C002584563200', 'C2584563200', 'zeros after the prefix removed'],
    ['tin_no', 'BRN', 'CS025845637', 'CS258456370', 'zeros after the prefix removed, such TINs end in 0'],
    ['tin_no', 'BRN', 'C258456321', 'C2584563210', 'such TINs end in 0'],
    ['identity_number', 'NRIC', '770625-01-5324', '770625015324', 'hyphens removed'],
    ['identity_number', 'NRIC', '770625 01 5324', '770625015324', 'blanks removed'],
    ['identity_number', 'NRIC', '770625\u201301\u22125324', '770625015324', 'hyphens removed'],
    ['identity_number', 'PASSPORT', 'a 1234567', 'A1234567', 'blanks removed, in capital letters'],
    ['identity_number', 'ARMY', 'T-1234567', 'T1234567', 'hyphens removed'],
    ['identity_number', 'BRN', '2019 0123-4567', '201901234567', 'blanks removed, hyphens removed'],
    ['identity_number', 'BRN', '123456\u2013a', '123456-A', 'plain blanks and hyphens, in capital letters'],
    ['identity_number', 'BRN', 'HRB\u00a0123456  B', 'HRB 123456 B', 'plain blanks and hyphens'],
    ['identity_type', ' nric ', ' nric ', 'NRIC', 'blanks removed, in capital letters'],
    ['identity_number', 'NA', '201901012345', 'NA', 'the type NA has no number'],
    ['identity_number', 'NA', ' na ', 'NA', 'the type NA has no number'],
    ['contact_number', 'BRN', '+60 3-1234 5678', '+60312345678', 'blanks removed, hyphens removed'],
  ])('%s of the type %s: %j', (field, identity_type, from, to, why) => {
    const { party, changes } = normaliseIdentity({ ...CLEAN, identity_type, [field]: from })
    expect(party[field]).toBe(to)
    expect(changes).toEqual([{ field, from, to, why }])
  })
})

test.each(['', ' \u200b'])(
  'a number that was not given (%j) is none with the type NA, untold',
  (identity_number) => {
    const nobody = { ...CLEAN, tin_no: 'EI00000000010', identity_type: 'NA' }
    const { party, changes } = normaliseIdentity({ ...nobody, identity_number })
    expect([party, changes]).toEqual([{ ...nobody, identity_number: 'NA' }, []])
  },
)

describe('stays as it is', () => {
  test.each<Partial<Identity>>([
    {},
    { tin_no: 'IG56003500070', identity_type: 'NRIC', identity_number: '770625015324' },
    { tin_no: 'EI00000000010', identity_type: 'NA', identity_number: 'NA', contact_number: 'NA' },
    { tin_no: 'IG56003500070', identity_type: 'NRIC', identity_number: '000000000000' },
    { identity_number: '123456-A' },
    { identity_number: 'SA0123456-X' },
    { identity_number: 'LLP0012345-LGN' },
    { identity_number: 'HRB 123456 B' },
    { identity_number: '12-3456789' },
    { identity_type: 'PASSPORT', identity_number: 'A1234567' },
    { tin_no: 'NONSENSE1' },
    { contact_number: 'call me - please' },
    { tin_no: '', identity_type: '', identity_number: '', contact_number: '' },
    { tin_no: 'C1234567890123' },
    { tin_no: 'IG056003500070' },
  ])('%j', (given) => {
    const party = { ...CLEAN, ...given }
    expect(normaliseIdentity(party)).toEqual({ party, changes: [] })
  })
})

/** Texts of what people paste: parts of numbers with blanks, hyphens and characters that nobody sees among them. */
const pasted = fc
  .array(
    fc.constantFrom(
      ...[
        'C',
        'c',
        'og',
        'SG',
        'IG',
        'EI',
        'CS',
        '0',
        '00',
        '1',
        '25845632',
        '770625',
        'NA',
        'HRB',
        'ß',
        'ǆ',
      ],
      ...[' ', '-', '\u00a0', '\u200b', '\ufeff', '\u2013', '\u2212', '\u3000', '\u00ad', '\t', '\u2800'],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const texts = fc.oneof(pasted, fc.string({ unit: 'binary' }))
const identities: fc.Arbitrary<Identity> = fc.record({
  tin_no: texts,
  identity_type: fc.oneof(texts, fc.constantFrom('NRIC', 'nric ', 'BRN', 'PASSPORT', 'ARMY', 'NA')),
  identity_number: texts,
  contact_number: texts,
})

test('normalising twice is the same as once', () => {
  fc.assert(
    fc.property(identities, (identity) => {
      const once = normaliseIdentity(identity).party
      expect(normaliseIdentity(once)).toEqual({ party: once, changes: [] })
    }),
    { numRuns: 3_000 },
  )
})

test('every change is told, with what was and what is, and nothing else is touched', () => {
  fc.assert(
    fc.property(identities, (identity) => {
      const given = { ...identity, name: 'Selat - Foods ' }
      const { party, changes } = normaliseIdentity(given)
      const isNone = (field: string) => field === 'identity_number' && isBlank(given.identity_number)
      const differing = IDENTITY_FIELDS.filter(
        (field) => party[field] !== given[field] && !(party.identity_type === 'NA' && isNone(field)),
      )
      expect(changes.map(({ field, from, to }) => [field, from, to])).toEqual(
        differing.map((field) => [field, given[field], party[field]]),
      )
      for (const { why } of changes) expect(why.length).toBeGreaterThan(5)
      expect(party.name).toBe(given.name)
    }),
    { numRuns: 1_000 },
  )
})

test('the longest text costs no more than its length: the time that a test may take is the measure', () => {
  for (const part of [' ', '0', '-', 'C0', '\u200b', ' -', '1 ', 'OG0']) {
    const text = part.repeat(200_000)
    const all = { tin_no: text, identity_type: text, identity_number: text, contact_number: text }
    for (const identity of [
      all,
      { ...all, identity_type: 'NRIC', tin_no: `C${text}x`, contact_number: `+${text}x` },
    ]) {
      const { party } = normaliseIdentity(identity)
      expect(party.tin_no).toMatch(/^[^\s\-\u200b]*$/)
    }
  }
})

test.each([
  ['770625-01-5324', '770625015324'],
  ['2019 0100 0001', '201901000001'],
  ['770625\u201101\u20115324', '770625015324'],
  // A part, and what may be kept as it is written.
  ['770625-01', '770625-01'],
  ['123456-A', '123456-A'],
  ['', ''],
])('looked for as it is kept: %j', (typed, kept) => {
  expect(identityAsKept(typed)).toBe(kept)
})

test.each([
  ...['N/A', ' n.a. ', 'nil', 'Tiada', '-', '---', '/', '\u200b-'].map((typed) => [typed, 'NA']),
  // Nothing was given, and what may be a number.
  ...['', 'NILAM 1', 'NA1234567', '0'].map((typed) => [typed, typed]),
] as const)('a number that says there is none: %j', (typed, kept) => {
  for (const identity_type of ['BRN', 'NRIC', 'PASSPORT']) {
    const { party } = normaliseIdentity({ ...CLEAN, identity_type, identity_number: typed })
    expect(party.identity_number).toBe(identity_type === 'BRN' ? kept : kept.replaceAll(' ', ''))
  }
})
