import {
  CLASSIFICATIONS,
  COUNTRIES,
  type CodeList,
  CURRENCIES,
  DOCUMENT_TYPES,
  ID_TYPES,
  STATES,
  TAX_TYPES,
  UNITS,
} from '#codes/lists.ts'
import { own } from '#codes/own.ts'
import { toCountry, toState, toTaxType } from '../../shaping/codes.ts'
import { plainName } from '../../text/plain-name.ts'

/** What people call a code beside its description: each code with its names, in small letters, without blanks. */
type Names = Readonly<Record<string, string>>

const STATE_NAMES: Names = {
  '01': 'johore johordarultakzim jhr jb',
  '02': 'kedahdarulaman kdh',
  '03': 'kelantandarulnaim ktn',
  '04': 'malacca mlk melakabandarayabersejarah',
  '05': 'nsembilan n9 ns negerisembilandarulkhusus nsdk',
  '06': 'pahangdarulmakmur phg',
  '07': 'penang ppinang png',
  '08': 'perakdarulridzuan prk',
  '09': 'perlisindrakayangan pls',
  '10': 'selangordarulehsan sgr sel',
  '11': 'terengganudaruliman trengganu trg',
  '12': 'sbh',
  '13': 'swk srwk',
  '14': 'kl wpkl wpkualalumpur federalterritoryofkualalumpur kuala',
  '15': 'wplabuan federalterritoryoflabuan',
  '16': 'wpputrajaya federalterritoryofputrajaya',
}

const COUNTRY_NAMES: Names = {
  MYS: 'msia mysia',
  SGP: 'singapura spore',
  GBR: 'uk england greatbritain',
  USA: 'unitedstates us america amerikasyarikat',
  KOR: 'southkorea korea koreaselatan',
  BRN: 'brunei',
  JPN: 'jepun',
  CHN: 'prc peoplesrepublicofchina',
  HKG: 'hongkongsar',
  MAC: 'macau',
  ARE: 'uae',
  RUS: 'russia',
  TUR: 'turkey',
  NLD: 'holland belanda',
  LAO: 'laopdr',
  MMR: 'burma',
  TWN: 'taiwanroc',
}

const UNIT_NAMES: Names = {
  EA: 'nos',
  H87: 'pc pcs pieces',
  XBX: 'bx boxes kotak',
  XCT: 'ctn ctns',
  XPA: 'pkt pkts',
  KGM: 'kg kgs kilo kilogramme',
  GRM: 'gm gram grams',
  LTR: 'l lt liter',
  MTR: 'm meter',
  HUR: 'hr hrs jam',
  DAY: 'hari',
  MON: 'mth mths bulan',
  DZN: 'dz doz',
}

const ID_TYPE_NAMES: Names = {
  BRN: 'roc rob ssm businessregistration businessregistrationno companyregistration companyregistrationno company',
  NRIC: 'ic icno newic newicno mykad kp kpbaru nokp mypr mykas identitycard',
  PASSPORT: 'passport passportno pasport',
  ARMY: 'army armyno tentera mytentera police',
}

const TYPE_NAMES: Names = {
  '01': 'inv invois taxinvoice',
  '02': 'cn creditmemo notakredit',
  '03': 'dn debitmemo notadebit',
  '04': 'rn refund notabayaranbalik',
}

const TAX_NAMES: Names = { '06': 'na nil none notax tiada', E: 'exempt exempted taxexempt dikecualikan' }
const CURRENCY_NAMES: Names = { MYR: 'rm ringgit malaysianringgit ringgitmalaysia', USD: 'us', SGD: 's' }

/** How a document is read already: what these understand is no fault. */
type Understood = (text: string) => string
const asWritten: Understood = (text) => text

/** The code that a text means: in capital letters, by a name above, or by its description, of several or one. */
const reader = (list: CodeList, names: Names = {}, understood: Understood = asWritten) => {
  const described = new Map(
    list.rows.toReversed().map(({ code, description }) => [plainName(description), code]),
  )
  const named = new Map(
    Object.entries(names).flatMap(([code, words]) => words.split(' ').map((word) => [word, code] as const)),
  )
  return (text: string): string | undefined => {
    if (list.has(understood(text))) return undefined
    const capital = text.toUpperCase()
    if (list.has(capital)) return capital
    const name = plainName(text)
    return named.get(name) ?? described.get(name) ?? described.get(name.replace(/s$/, ''))
  }
}

const codeOfCountry = reader(COUNTRIES, COUNTRY_NAMES, toCountry)

const READERS: Readonly<Record<string, (text: string) => string | undefined>> = {
  'customer.state': reader(STATES, STATE_NAMES, toState),
  'customer.country': codeOfCountry,
  country_origin: codeOfCountry,
  unit_of_measurement: reader(UNITS, UNIT_NAMES),
  'customer.identity_type': reader(ID_TYPES, ID_TYPE_NAMES, (text) => text.toUpperCase()),
  invoice_type: reader(DOCUMENT_TYPES, TYPE_NAMES),
  tax_type: reader(TAX_TYPES, TAX_NAMES, toTaxType),
  classification: reader(CLASSIFICATIONS),
  invoice_currency: reader(CURRENCIES, CURRENCY_NAMES),
}

/** The code that a name in a column means; undefined where none is known, or the column takes no codes. */
export const codeOfName = (heading: string, text: string): string | undefined => own(READERS, heading)?.(text)
