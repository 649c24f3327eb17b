import { GENERAL_TINS } from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { EMAIL, PHONE, SST } from '../../checks/parties.ts'
import { isTin } from '../../identity/tin.ts'
import { isDecimal, round2 } from '../../money/decimal.ts'
import { printShort, readUnits, roundUnits } from '../../money/units.ts'
import { textFault } from '../../text/characters.ts'
import { addDays, isCalendarDate, malaysianDate } from '../../time/dates.ts'
import type { Kind } from '../columns.ts'
import { readDate, SERIAL_START } from '../dates.ts'
import { codeOfName } from './names.ts'

/** Writes a cell otherwise; undefined where that does not repair it. `heading` is the column's. */
export type Repair = {
  kind: string
  label: string
  /** Of which columns: how they are read, or their headings. */
  kinds?: readonly Kind[]
  headings?: readonly string[]
  /** Where these stand between cells, and nowhere else. */
  semicolons?: true
  write(text: string, heading: string): string | undefined
}

/** Days that spreadsheets count from 2000 to 2099. */
const [SERIAL_MIN, SERIAL_MAX] = [36_526, 73_050]
/** Begun at the first of the blanks alone: begun at each of them, many would take the square of their number. */
const BEHIND_DATE = /(?<![T ])[T ]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?m\.?|Z)?$/i
const NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

/** What programs write of an instant, in UTC or another zone, which is of the day that it was in Malaysia. */
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/
const dayOf = (text: string) => {
  const at = new Date(text.replace(' ', 'T'))
  return Number.isNaN(at.getTime()) ? text : malaysianDate(at)
}

const whereDate = (text: string) => ('value' in readDate(text) ? text : undefined)

const DATES: readonly Repair[] = [
  {
    kind: 'counted_days',
    label: 'Write the day that the spreadsheet counted',
    kinds: ['date'],
    write: (text) => {
      const days = /^\d{5}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0
      return days >= SERIAL_MIN && days <= SERIAL_MAX ? addDays(SERIAL_START, days) : undefined
    },
  },
  {
    kind: 'month_first',
    label: 'Read them with the month first (look at the other dates of this column too)',
    kinds: ['date'],
    write: (text) => {
      const [, month = '', day = '', year = ''] = NUMBERS.exec(text.replace(BEHIND_DATE, '')) ?? []
      const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
      return isCalendarDate(date) ? date : undefined
    },
  },
  {
    kind: 'short_year',
    label: 'Read the years as 20…',
    kinds: ['date'],
    write: (text) => {
      const long = text.replace(BEHIND_DATE, '').replace(/([-/., ])(\d{2})$/, '$120$2')
      return whereDate(long)
    },
  },
  {
    kind: 'time_of_day',
    label: 'Leave the time of day out',
    kinds: ['date'],
    write: (text) => whereDate(INSTANT.test(text) ? dayOf(text) : text.replace(BEHIND_DATE, '')),
  },
]

const WITH_COMMA = /^((?:RM|[A-Z]{3})?\s*-?)(\d+|\d{1,3}(?:[. ]\d{3})+),(\d{1,8})$/
const COMMA_ALONE = /^(?:(?:RM|[A-Z]{3})\s*)?-?[1-9]\d{0,2},\d{3}$/
const POINT_ALONE = /^(?:(?:RM|[A-Z]{3})\s*)?-?[1-9]\d{0,2}\.\d{3}$/
const POINTS = /^(?:(?:RM|[A-Z]{3})\s*)?-?[1-9]\d{0,2}(?:\.\d{3})+$/
const IN_BRACKETS = /^(?:(RM|[A-Z]{3})\s*)?\((?:(RM|[A-Z]{3})\s*)?([\d,]+(?:\.\d+)?)\)$/
const MINUS_BEHIND = /^((?:RM|[A-Z]{3})\s*)?([\d,]+(?:\.\d+)?)\s*-$/
const CURRENCY_BEHIND = /^(-?[\d,]+(?:\.\d+)?)\s*(RM|[A-Z]{3})$/
const UNIT_BEHIND = /^([\d,]+(?:\.\d+)?)\s*\p{L}{1,12}\.?$/u
const LONG_FRACTION = /^-?\d{1,15}\.\d{9,30}$/
const PLACES_MAX = 8
/** Figures of which the contract takes two decimals at most. */
const IN_SEN = ['discount_amount', 'prepayment_amount', 'rounding_amount']
/** Of these it takes four. */
const PER_CENT = ['discount_rate', 'charges_rate']
const PER_CENT_PLACES_MAX = 4
const FIGURES = ['amount', 'rate'] as const

/** Three places alone may be thousands where semicolons stand between cells; a fourth one cannot. */
const asDecimals = (figure: string) => (POINT_ALONE.test(figure) ? `${figure}0` : figure)

const AMOUNTS: readonly Repair[] = [
  {
    kind: 'decimal_comma',
    label: 'Read the comma as the decimal point',
    kinds: FIGURES,
    write: (text) => {
      const [, before = '', whole = '', rest] = WITH_COMMA.exec(text) ?? []
      return rest === undefined ? undefined : asDecimals(`${before}${whole.replaceAll(/[. ]/g, '')}.${rest}`)
    },
  },
  {
    kind: 'comma_out',
    label: 'Read the comma as a thousands separator',
    kinds: ['amount'],
    semicolons: true,
    write: (text) => (COMMA_ALONE.test(text) ? text.replace(',', '') : undefined),
  },
  {
    kind: 'point_out',
    label: 'Read the point as a thousands separator',
    kinds: ['amount'],
    semicolons: true,
    write: (text) => (POINTS.test(text) ? text.replaceAll('.', '') : undefined),
  },
  {
    kind: 'point_kept',
    label: 'Read the point as the decimal point',
    kinds: ['amount'],
    semicolons: true,
    write: asDecimals,
  },
  {
    kind: 'minus',
    label: 'Write what stands in brackets, or before a minus, as negative',
    kinds: FIGURES,
    write: (text) => {
      const [, outside = '', inside = '', figure] = IN_BRACKETS.exec(text) ?? []
      if (figure !== undefined) return `${outside || inside} -${figure}`.trim()
      const [, currency = '', behind] = MINUS_BEHIND.exec(text) ?? []
      return behind === undefined ? undefined : `${currency.trim()} -${behind}`.trim()
    },
  },
  {
    kind: 'currency_first',
    label: 'Write the currency before the figure',
    kinds: ['amount'],
    write: (text) => text.replace(CURRENCY_BEHIND, '$2 $1'),
  },
  {
    kind: 'unit_out',
    label: 'Leave out the unit behind the figure',
    headings: ['quantity'],
    write: (text) => UNIT_BEHIND.exec(text)?.[1],
  },
  {
    kind: 'four_places',
    label: 'Round to 4 decimal places',
    headings: PER_CENT,
    // However many there are: rounded to eight first, it might come out otherwise.
    write: (text) =>
      /^-?\d{1,15}\.\d{5,30}$/.test(text)
        ? asDecimals(printShort(roundUnits(readUnits(text), PER_CENT_PLACES_MAX)))
        : undefined,
  },
  {
    kind: 'eight_places',
    label: 'Round to 8 decimal places',
    kinds: FIGURES,
    write: (text) =>
      LONG_FRACTION.test(text) ? asDecimals(printShort(roundUnits(readUnits(text), PLACES_MAX))) : undefined,
  },
  {
    kind: 'two_places',
    label: 'Round to 2 decimal places',
    headings: IN_SEN,
    write: (text) => (isDecimal(text) && /\.\d{3,}$/.test(text) ? round2(text) : undefined),
  },
]

/** No telephone number of the world has more digits; two written together do. */
const PHONE_DIGITS_MAX = 15
const isOnePhone = (text: string) => PHONE.test(text) && text.replace('+', '').length <= PHONE_DIGITS_MAX

/** What a number must be when the signs are out of it. */
const WITHOUT_SIGNS: Readonly<Record<string, { out: RegExp; fits(text: string): boolean }>> = {
  'customer.tin_no': {
    out: /^\s*TIN|[^A-Za-z0-9]/gi,
    fits: (text) => isTin(text.toUpperCase()) || GENERAL_TINS.has(text),
  },
  'customer.contact_number': { out: /[\s().\-–]/g, fits: isOnePhone },
  'customer.zipcode': { out: /[\s.-]/g, fits: (text) => /^\d{5}$/.test(text) },
  'customer.email': { out: /\s|^mailto:/gi, fits: (text) => EMAIL.test(text) },
  'customer.sst_no': { out: /[\s./()]/g, fits: (text) => SST.test(text) },
  'customer.ttx_no': { out: /[\s./()]/g, fits: (text) => SST.test(text) && !text.includes(';') },
  product_tariff: { out: /[\s.-]/g, fits: (text) => /^\d{4,12}$/.test(text) },
  original_inv_ref_number: { out: /[\s-]/g, fits: (text) => /^[0-9A-Za-z]{26}$/.test(text) },
}

const withoutSigns = (text: string, heading: string): string | undefined => {
  const rule = own(WITHOUT_SIGNS, heading)
  const bare = rule && text.replaceAll(rule.out, '')
  return bare !== undefined && rule?.fits(bare) ? bare : undefined
}

/** Blanks around it go with the other signs. */
const SEVERAL = /[;,|/]|\s(?:or|atau|and|dan)\s/i
const YES = ['yes', 'y', 'ya', '1', 'benar']
const NO = ['no', 'n', 'tidak', '0', 'tak']
const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*([ap])\.?m\.?$/i

const TEXTS: readonly Repair[] = [
  {
    kind: 'code_of_name',
    label: 'Write the code that the name stands for',
    write: (text, heading) => codeOfName(heading, text),
  },
  {
    kind: 'signs_out',
    label: 'Take out blanks, dots and brackets',
    headings: Object.keys(WITHOUT_SIGNS),
    write: withoutSigns,
  },
  {
    kind: 'first_of_several',
    label: 'Keep the first of several',
    headings: ['customer.contact_number', 'customer.email'],
    write: (text, heading) => {
      const [first = '', ...others] = text.split(SEVERAL)
      return others.length > 0 ? withoutSigns(first, heading) : undefined
    },
  },
  {
    kind: 'zero_in_front',
    label: 'Put back the 0 in front',
    headings: ['customer.zipcode'],
    write: (text) => (/^\d{4}$/.test(text) ? `0${text}` : undefined),
  },
  {
    kind: 'todays_number',
    label: 'Keep the registration number of 12 digits',
    headings: ['customer.identity_number'],
    write: (text) => {
      const [number, ...others] =
        text.replaceAll(/(?<=\d)[ -](?=\d)/g, '').match(/(?<!\d)(?:19|20)\d{10}(?!\d)/g) ?? []
      return others.length === 0 ? number : undefined
    },
  },
  {
    kind: 'capitals',
    label: 'Write it in capital letters',
    headings: ['original_inv_ref_number'],
    write: (text) => withoutSigns(text, 'original_inv_ref_number')?.toUpperCase(),
  },
  {
    kind: 'yes_no',
    label: 'Write yes and no as true and false',
    kinds: ['flag'],
    write: (text) => {
      const word = text.toLowerCase()
      return YES.includes(word) ? 'true' : NO.includes(word) ? 'false' : undefined
    },
  },
  {
    kind: 'clock',
    label: 'Write the time with 24 hours',
    kinds: ['time'],
    write: (text) => {
      const [, hour, minute = '00', half = ''] = CLOCK.exec(text) ?? []
      if (hour === undefined || Number(hour) < 1 || Number(hour) > 12) return undefined
      const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
      return `${String(hours).padStart(2, '0')}:${minute}`
    },
  },
  {
    kind: 'unseen_out',
    label: 'Take out characters that cannot be seen',
    write: (text) => (textFault(text) ? [...text].filter((one) => !textFault(one)).join('') : undefined),
  },
]

/** Every repair there is, the surer ones first. */
export const REPAIRS: readonly Repair[] = [...DATES, ...AMOUNTS, ...TEXTS]
