import { own } from '#codes/own.ts'
import { EMAIL } from '../checks/parties.ts'
import { type AnyValue, type Setting, timeInWords } from './kinds.ts'

export type Judged = { value: AnyValue } | { fault: string }

/**
 * What somebody gave for a setting, read as its type, or why it cannot be: true and numbers may come as texts, as
 * programs send them.
 */
export const readValue = (setting: Setting, given: unknown): Judged => {
  switch (setting.type) {
    case 'switch':
      return readSwitch(given)
    case 'number': {
      const value = readWhole(given)
      return value !== undefined && isWithin(setting, value)
        ? { value }
        : { fault: `Please enter ${bounds(setting)}.` }
    }
    case 'count': {
      const value = readWhole(given)
      const range = `${setting.min.toLocaleString('en')} to ${setting.max.toLocaleString('en')}`
      return value !== undefined && isWithin(setting, value)
        ? { value }
        : { fault: `Please enter a whole number from ${range}.` }
    }
    case 'numbers':
      return readTimes(setting, given)
    case 'choice':
      return typeof given === 'string' && own(setting.choices, given) !== undefined
        ? { value: given }
        : { fault: `Please select one of these: ${Object.keys(setting.choices).join(', ')}.` }
    case 'text':
    case 'secret':
      return readText(setting, given)
  }
}

const readSwitch = (given: unknown): Judged => {
  const written = typeof given === 'string' ? given.trim().toLowerCase() : given
  if (written === true || written === 'true') return { value: true }
  if (written === false || written === 'false') return { value: false }
  return { fault: 'Please send true or false.' }
}

type Bounds = { min: number; max: number }

const bounds = ({ min, max }: Bounds) => `a time from ${timeInWords(min)} to ${timeInWords(max)}`

const isWithin = ({ min, max }: Bounds, value: number) => value >= min && value <= max

/** With or without separators between the thousands, as it is printed: `50,000`. */
const WHOLE = /^(?:\d{1,9}|\d{1,3}(?:([, ])\d{3})(?:\1\d{3})?)$/

const readWhole = (given: unknown): number | undefined => {
  const text = typeof given === 'string' ? given.trim() : ''
  const value = WHOLE.test(text) ? Number(text.replace(/[, ]/g, '')) : given
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

const readTimes = (setting: Extract<Setting, { type: 'numbers' }>, given: unknown): Judged => {
  const parts: unknown[] = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : []
  const value = parts.map(readWhole)
  const times = value.filter((time) => time !== undefined && isWithin(setting, time))
  const rising = times.every((time, at) => at === 0 || Number(times[at - 1]) < Number(time))
  if (times.length === value.length && rising && times.length > 0 && times.length <= setting.count_max)
    return { value: times.map(Number) }
  return {
    fault: `Please enter 1 to ${setting.count_max} times, each ${bounds(setting)} and later than the last.`,
  }
}

const FORMS = {
  email: {
    fits: (text: string) => EMAIL.test(text),
    fault: 'Please enter an e-mail address, or nothing.',
  },
  // The whole is never told: there may be a password in it.
  smtp_url: {
    fits: (text: string) => /^smtps?:\/\/[^\s/]/.test(text) && URL.canParse(text),
    fault: 'Please enter an address starting with smtp:// or smtps://, or nothing.',
  },
  shared_secret: {
    fits: (text: string) => /^[\x21-\x7e]{16,}$/.test(text),
    fault: 'Please enter at least 16 letters, digits or signs without blanks, or nothing.',
  },
} as const

const readText = (setting: Extract<Setting, { form: string }>, given: unknown): Judged => {
  const value = typeof given === 'string' ? given.trim() : undefined
  const { fits, fault } = FORMS[setting.form]
  if (value === undefined) return { fault }
  if (value.length > setting.length_max)
    return { fault: `At most ${setting.length_max} characters are allowed.` }
  return value === '' || fits(value) ? { value } : { fault }
}
