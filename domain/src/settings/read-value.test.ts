import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectGolden, printTable } from '../../test/golden.ts'
import { categoryOf, timeInWords, valueInWords } from './kinds.ts'
import { SETTING_KEYS, SETTINGS, settingOf } from './list.ts'
import { readValue } from './read-value.ts'

const WRONG_TIMES = 'Please enter 1 to 10 times, each a time from 0 s to 1 h 50 min and later than the last.'

test.each([
  ['approval.allow_self_approval', true, true],
  ['approval.allow_self_approval', ' False ', false],
  ['session.idle_ms_max', 60_000, 60_000],
  ['session.idle_ms_max', '43200000', 43_200_000],
  ['submission.ask_after_ms', [0, '30000', 6_600_000], [0, 30_000, 6_600_000]],
  ['submission.ask_after_ms', '0, 30000', [0, 30_000]],
  ['submission.resend_unknown', 'everywhere', 'everywhere'],
  ['imports.rows_max', '50,000', 50_000],
  ['imports.rows_max', ' 1 000 000 ', 1_000_000],
  ['support.email', ' it@kinabalu.example ', 'it@kinabalu.example'],
  ['support.email', '', ''],
  ['mail.smtp_url', 'smtps://lulus:Rahsia@mail.example:465', 'smtps://lulus:Rahsia@mail.example:465'],
  ['mail.smtp_url', '', ''],
] as const)('%s takes %j', (key, given, value) => {
  expect(readValue(SETTINGS[key], given)).toEqual({ value })
})

test.each([
  ['approval.allow_self_approval', 'perhaps', 'Please send true or false.'],
  ['session.idle_ms_max', 59_999, 'Please enter a time from 1 min to 12 h.'],
  ['session.idle_ms_max', 43_200_001, 'Please enter a time from 1 min to 12 h.'],
  ['session.idle_ms_max', 60_000.5, 'Please enter a time from 1 min to 12 h.'],
  ['session.idle_ms_max', Number.NaN, 'Please enter a time from 1 min to 12 h.'],
  ['session.idle_ms_max', '1e5', 'Please enter a time from 1 min to 12 h.'],
  ['submission.ask_after_ms', [], WRONG_TIMES],
  ['submission.ask_after_ms', 30_000, WRONG_TIMES],
  ['submission.ask_after_ms', [30_000, 30_000], WRONG_TIMES],
  ['submission.ask_after_ms', [-1], WRONG_TIMES],
  ['submission.ask_after_ms', '10,,20', WRONG_TIMES],
  ['submission.ask_after_ms', Array.from({ length: 11 }, (_, at) => at), WRONG_TIMES],
  ['submission.resend_unknown', 'constructor', /^Please select one of these: nowhere, simulator, /],
  ['support.email', 'javascript:alert(1)', 'Please enter an e-mail address, or nothing.'],
  ['support.email', `${'x'.repeat(64)}@${'y'.repeat(300)}.example`, 'At most 320 characters are allowed.'],
  ['support.email', `x@${'y'.repeat(250)}.example`, 'Please enter an e-mail address, or nothing.'],
  ['imports.rows_max', 0, 'Please enter a whole number from 1 to 1,000,000.'],
  ['imports.rows_max', '5,00', 'Please enter a whole number from 1 to 1,000,000.'],
  ['imports.rows_max', '1,000.5', 'Please enter a whole number from 1 to 1,000,000.'],
  ['imports.rows_max', '1,000 000', 'Please enter a whole number from 1 to 1,000,000.'],
  ['imports.rows_max', '1,000,001', 'Please enter a whole number from 1 to 1,000,000.'],
  ['mail.smtp_url', 'https://mail.example', /^Please enter an address starting with smtp:\/\//],
  ['mail.smtp_url', 'smtp://', /^Please enter an address starting with smtp:\/\//],
  ['mail.smtp_url', 'smtp://host:99999', /^Please enter an address starting with smtp:\/\//],
] as const)('%s refuses %j: %s', (key, given, fault) => {
  expect(readValue(SETTINGS[key], given)).toEqual({
    fault: typeof fault === 'string' ? fault : expect.stringMatching(fault),
  })
})

describe('whatever is given', () => {
  test.each(SETTING_KEYS)('%s takes it as its type or says why not, and takes again what it took', (key) => {
    const setting = SETTINGS[key]
    const anything = fc.oneof(fc.anything(), fc.string(), fc.integer(), fc.array(fc.integer()))
    fc.assert(
      fc.property(anything, (given) => {
        const read = readValue(setting, given)
        if ('fault' in read) expect(read.fault).toMatch(/\.$/)
        else expect(readValue(setting, read.value)).toEqual(read)
      }),
    )
  })
})

test('how many there may be is told as a number, never as a time', () => {
  expect(valueInWords(SETTINGS['imports.rows_max'], 50_000)).toBe('50,000')
})

test.each([
  [0, '0 s'],
  [500, '0.5 s'],
  [90_000, '1 min 30 s'],
  [6_600_000, '1 h 50 min'],
])('%d ms are %s', (time_ms, words) => {
  expect(timeInWords(time_ms)).toBe(words)
})

test('a secret is never told, only whether there is one', () => {
  const secret = SETTINGS['mail.smtp_url']
  expect([valueInWords(secret, 'smtp://host'), valueInWords(secret, '')]).toEqual(['Set', 'Not set'])
})

test.each(['', 'demo.history', 'constructor', '__proto__'])('there is no setting %j', (key) => {
  expect(settingOf(key)).toBeUndefined()
})

test('each default fits, and the golden list says what each setting does', () => {
  const rows = SETTING_KEYS.map((key) => {
    const setting = SETTINGS[key]
    expect(readValue(setting, setting.default)).toEqual({ value: setting.default })
    return [key, categoryOf(setting), setting.type, valueInWords(setting, setting.default), setting.about]
  })
  expectGolden(
    'docs/settings.txt',
    printTable([['key', 'category', 'type', 'default', 'what it does'], ...rows]),
  )
})
