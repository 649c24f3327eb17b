import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildCustomer, buildDocument, buildLine } from '../../test/build.ts'
import { LINES_MAX } from '../checks/lines.ts'
import type { TaxDocument } from '../documents/document.ts'
import { breachesOf } from './judge.ts'
import { compileRule, type ValidationRule } from './rule.ts'

/** `npm run test:rules` plays a million formulas and a hundred thousand expressions, the suite a sample. */
const ALL = process.env.RULES === 'all'
const FORMULAS = ALL ? 1_000_000 : 3_000
const EXPRESSIONS = ALL ? 100_000 : 1_000

const EVALUATION_MS_MAX = 10
/** Of a rule over the lines each line is an evaluation. */
const LINES_ASKED = 3
/** The collector runs when it likes, so the best of some tries counts. */
const TRIES_MAX = 5

/** Time of this thread alone: on a busy machine others run in between. */
const spentMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const LONG = 'ab7 -/Ω'.repeat(85).slice(0, 599)
const WORST = [
  buildDocument({
    customer: buildCustomer({ name: LONG, address1: 'a'.repeat(300) }),
    document_remarks: 'a'.repeat(600),
    agent_number: `${'a'.repeat(99)}b`,
    items: Array.from({ length: LINES_MAX }, (_, at) =>
      buildLine({ item_description: LONG.slice(at % 9), unit_price: `${at}.12345678`, quantity: '9' }),
    ),
  }),
  buildDocument({ items: [], customer: buildCustomer({ name: '' }) }),
]

/** Compiles and asks; tells the longest evaluation of all in ms, and how many rules were taken. */
const play = () => {
  let slowest = { ms: 0, value: '' }
  let taken = 0
  const evaluate = (rule: ValidationRule, documents: readonly TaxDocument[]) => {
    const made = compileRule(rule)
    if ('refused' in made) {
      expect(made.refused).toMatch(/[.?]( \(.*position \d+, at .*\))?$/s)
      return
    }
    taken += 1
    for (const document of documents) {
      const ms = slowestOf(document, made)
      if (ms > slowest.ms) slowest = { ms, value: rule.value }
    }
  }
  return { evaluate, told: () => ({ slowest, taken }) }
}

const slowestOf = (document: TaxDocument, made: Parameters<typeof breachesOf>[1][number]) => {
  let best_ms = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < TRIES_MAX && best_ms > EVALUATION_MS_MAX; tries++) {
    let slowest_ms = 0
    let before = spentMs()
    let asked = 0
    for (const breach of breachesOf(document, [made])) {
      if (breach) expect(breach.message).toMatch(/^Not so\./)
      const now = spentMs()
      slowest_ms = Math.max(slowest_ms, now - before)
      before = now
      if (++asked === LINES_ASKED) break
    }
    best_ms = Math.min(best_ms, slowest_ms)
  }
  return best_ms
}

const TEXTS = [
  ...['customer.name', 'document_remarks', 'invoice_date', 'line.item_description', 'items[0].tax_type'],
  ...['""', '"a"', '"Ω"', 'x.item_description', 'y.classification', 'customer.name.trim().lowerAscii()'],
]
const NUMBERS = [
  ...['total_payable_amount', 'line.quantity', 'items[324].unit_price', '0', '1.5', '-7', '99999999999999'],
  ...['x.unit_price', 'y.subtotal', 'decimal("3")', 'sum(items.map(x, x.subtotal))', 'size(items)'],
]
const pick = (texts: readonly string[]) => fc.constantFrom(...texts)
const PATTERNS = ['"(a|b|ab)*c"', '"a{0,50}b"', '".*.*.*x"', '"(?i)[a-z ]+"', '"("', '"[a-z]{1,90}"']

/** Formulas of the right kinds, so that many are taken. */
const { formula } = fc.letrec<{ formula: string; figure: string }>((tie) => ({
  figure: fc.oneof(
    { maxDepth: 4 },
    pick(NUMBERS),
    fc
      .tuple(tie('figure'), pick(['+', '-', '*', '/']), tie('figure'))
      .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
    tie('figure').map((figure) => `round(${figure}, 2)`),
  ),
  formula: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(tie('figure'), pick(['<', '<=', '==', '!=', '>']), tie('figure'))
      .map(([a, operator, b]) => `${a} ${operator} ${b}`),
    fc.tuple(pick(TEXTS), pick(['<', '==', '!=']), pick(TEXTS)).map((parts) => parts.join(' ')),
    fc.tuple(pick(TEXTS), pick(PATTERNS)).map(([text, pattern]) => `regex(${text}, ${pattern})`),
    fc.tuple(pick(TEXTS), pick(TEXTS)).map(([text, part]) => `${text}.contains(${part})`),
    fc.tuple(tie('formula'), pick(['&&', '||']), tie('formula')).map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => `(${a} ? ${b} : !(${a}))`),
    fc
      .tuple(pick(['items', 'items.filter(x, x.quantity > 1)']), pick(['all', 'exists']), pick(['x', 'y']))
      .chain(([of, macro, name]) => tie('formula').map((body) => `${of}.${macro}(${name}, ${body})`)),
  ),
}))

const TOKENS = [
  ...['(', ')', '[', ']', '{', '}', '.', ',', '?', ':', '!', '-', '&&', '||', '==', 'in', '"', "'", '\\'],
  ...['items', 'x', 'all', 'map', 'matches', 'cel.bind', 'dyn', 'type', 'timestamp', 'bytes', 'has', 'null'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'r"',
    '"""',
    'b"',
    '0x',
    '1e9',
    '9u',
    '\n',
    '//',
    '\u2028',
    '😀',
  ],
]
const broken = fc
  .tuple(formula, fc.array(fc.tuple(fc.nat(200), fc.nat(3), pick(TOKENS)), { maxLength: 4 }))
  .map(([text, edits]) =>
    edits.reduce((of, [at, drop, put]) => `${of.slice(0, at)}${put}${of.slice(at + drop)}`, text),
  )
const soup = fc
  .array(pick([...TOKENS, ...TEXTS, ...NUMBERS, ...PATTERNS]), { maxLength: 30 })
  .map((of) => of.join(' '))

test(
  'no formula throws, and each is asked within 10 ms',
  () => {
    const { evaluate, told } = play()
    fc.assert(
      fc.property(
        fc.oneof({ arbitrary: formula, weight: 3 }, broken, soup),
        pick(['document_remarks', 'items.quantity']),
        (value, field) => evaluate({ field, condition: 'formula', value, error_message: 'Not so.' }, WORST),
      ),
      { numRuns: FORMULAS },
    )
    expect(told().taken).toBeGreaterThan(FORMULAS / 20)
    expect(told().slowest.ms, told().slowest.value).toBeLessThanOrEqual(EVALUATION_MS_MAX)
  },
  FORMULAS * 20,
)

const PIECES = [
  ...[
    'a',
    'ab',
    '.',
    '\\pL',
    '[^b]',
    '[a-z]',
    '(a|b|ab)',
    '(?i)',
    '(?:',
    '(',
    ')',
    '^',
    '$',
    '\\b',
    'Ω',
    '\\',
  ],
  ...[
    '*',
    '+',
    '?',
    '{0,50}',
    '{3}',
    '{2,}',
    '*?',
    '|',
    '[',
    ']',
    '{1001}',
    '\\Q',
    '(?P<n>',
    '(?=',
    '\\1',
    '\\C',
  ],
]

test(
  'no regular expression throws, and each matches within 10 ms',
  () => {
    const { evaluate, told } = play()
    const value = fc.array(pick(PIECES), { maxLength: 25 }).map((of) => of.join(''))
    fc.assert(
      fc.property(value, pick(['document_remarks', 'customer.name', 'agent_number']), (text, field) =>
        evaluate({ field, condition: 'regex', value: text, error_message: 'Not so.' }, WORST),
      ),
      { numRuns: EXPRESSIONS },
    )
    expect(told().taken).toBeGreaterThan(EXPRESSIONS / 20)
    expect(told().slowest.ms, told().slowest.value).toBeLessThanOrEqual(EVALUATION_MS_MAX)
  },
  EXPRESSIONS * 20,
)
