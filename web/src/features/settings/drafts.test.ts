import { expect, test } from 'vitest'
import { valueInWords } from '#domain/settings/kinds.ts'
import { type PublicKey, SETTING_KEYS, SETTINGS } from '#domain/settings/list.ts'
import { readValue } from '#domain/settings/read-value.ts'
import { typedOf, valueTyped } from './drafts.ts'

const plain = SETTING_KEYS.filter((key) => SETTINGS[key].type !== 'secret')

test.each(plain)('the default of %s is typed and read back', (key) => {
  const setting = SETTINGS[key]
  const given = typeof setting.default === 'object' ? setting.default.join(', ') : setting.default
  const read = readValue(setting, valueTyped(setting, typedOf(setting, given)))
  expect(read).toEqual({ value: setting.default })
})

test.each(plain)('%s takes its default as it is printed', (key) => {
  const setting = SETTINGS[key]
  if (setting.type === 'switch' || setting.type === 'choice' || setting.default === '') return
  const read = readValue(setting, valueTyped(setting, valueInWords(setting, setting.default)))
  expect(read).toEqual({ value: setting.default })
})

test.each([
  ['session.idle_ms_max', '15 min', 900_000],
  ['session.idle_ms_max', '1 h 50min', 6_600_000],
  ['poll.interval_ms', ' 3 s', 3_000],
  ['submission.ask_after_ms', '30 s, 2 min', '30000, 120000'],
  ['poll.interval_ms', '0.5', 500],
  ['submission.ask_after_ms', '10, 20,  90.25', '10000, 20000, 90250'],
] as const)('%s typed as %j is %j', (key, typed, value) => {
  expect(valueTyped(SETTINGS[key], typed)).toEqual(value)
})

test.each([
  ['poll.interval_ms', ''],
  ['poll.interval_ms', '3 sec'],
  ['poll.interval_ms', '3 s 1 min'],
  ['poll.interval_ms', 's'],
  ['session.idle_ms_max', '1 h 30'],
  ['poll.interval_ms', '1e3'],
  ['submission.ask_after_ms', '10, x'],
  ['submission.ask_after_ms', '10,'],
] as const satisfies readonly (readonly [PublicKey, string])[])('%s typed as %j is refused', (key, typed) => {
  expect(readValue(SETTINGS[key], valueTyped(SETTINGS[key], typed))).toHaveProperty('fault')
})

test('a secret is typed anew', () => {
  expect(typedOf(SETTINGS['mail.smtp_url'], null)).toBe('')
})
