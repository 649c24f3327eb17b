import { childrenOf, type Element, STRUCTURE, textAt } from '../reading/element.ts'
import { identifications, REGISTRATION_SCHEMES } from '../reading/facts.ts'
import { isRealDate } from './dates.ts'
import { isWellFormedTin, UNKNOWN_NRIC } from './tins.ts'

export type PartyRules = {
  role: 'SUPPLIER' | 'BUYER'
  /** The general public of a consolidated document: the sample leaves address, phone and city empty. */
  public: boolean
  optional_registration: boolean
  add: (code: string, message: string, path: string) => void
}

const CODES = {
  SUPPLIER: { name: 'CF334', country: 'CF336', city: 'CF339', state: 'CF342', line: 'CF345', phone: 'CF348' },
  BUYER: { name: 'CF333', country: 'CF337', city: 'CF340', state: 'CF343', line: 'CF346', phone: 'CF349' },
}
const PHONE_FORMAT = { SUPPLIER: 'CF414', BUYER: 'CF415' }

/** The core fields of one party. Source: live error texts of 2024 and the FAQ read 23 Jul 2026. */
export const checkParty = (party: Element | undefined, rules: PartyRules): void => {
  checkName(party, rules)
  checkIdentification(party, rules)
  checkRegistrations(party, rules)
  checkAddress(party, rules)
  checkContact(party, rules)
  if (rules.role === 'SUPPLIER') checkActivity(party, rules)
}

const checkName = (party: Element | undefined, rules: PartyRules): void => {
  const name = textAt(party, 'PartyLegalEntity/RegistrationName')
  if (name === '' || [...name].length > 300 || name === 'SIM REJECT') {
    rules.add(CODES[rules.role].name, 'Name is not valid', 'PartyLegalEntity.RegistrationName')
  }
}

const checkIdentification = (party: Element | undefined, rules: PartyRules): void => {
  const path = 'PartyIdentification.ID'
  const tins = identifications(party, ['TIN'])
  const tin = tins[0]?.text.trim() ?? ''
  if (tins.length !== 1 || tin === '') rules.add(STRUCTURE, 'Exactly one TIN is required', path)
  else if (tin.length > 14) rules.add(STRUCTURE, 'Maximum length of TIN is 14', path)
  else if (rules.role === 'BUYER' && !isWellFormedTin(tin)) rules.add('CF358', 'TIN is not valid', path)
  const ids = identifications(party, REGISTRATION_SCHEMES)
  const scheme = ids[0]?.attributes.get('schemeID')
  const number = ids[0]?.text.trim() ?? ''
  if (ids.length > 1) rules.add(STRUCTURE, 'Only one registration or identification number is allowed', path)
  if (number === '') {
    if (!rules.optional_registration) rules.add(STRUCTURE, 'Registration number is required', path)
  } else if (scheme === 'NRIC' && number !== 'NA' && !isNric(number)) {
    rules.add('CF324', 'Identification number is not a valid NRIC', path)
  } else if (number.length > (scheme === 'BRN' ? 20 : 12)) {
    rules.add(STRUCTURE, `Maximum length of the number is ${scheme === 'BRN' ? 20 : 12}`, path)
  }
}

/** Twelve digits that begin with a day, YYMMDD; twelve zeros stand for a person's number that is not known. */
const isNric = (number: string): boolean => {
  const [, year = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)\d{6}$/.exec(number) ?? []
  if (number === UNKNOWN_NRIC) return true
  return isRealDate(`19${year}-${month}-${day}`) || isRealDate(`20${year}-${month}-${day}`)
}

const checkRegistrations = (party: Element | undefined, rules: PartyRules): void => {
  const path = 'PartyIdentification.ID'
  const sst = identifications(party, ['SST'])[0]?.text.trim()
  const ttx = identifications(party, ['TTX'])[0]?.text.trim()
  if (!sst) rules.add(STRUCTURE, 'SST registration number is required, NA if there is none', path)
  else if (!/^[A-Za-z0-9-]+(;[A-Za-z0-9-]+)?$/.test(sst) || sst.length > 35) {
    rules.add(STRUCTURE, 'Enter valid SST registration number', path)
  }
  if (ttx === undefined && rules.role === 'SUPPLIER') {
    rules.add('CF407', 'Tourism tax registration number is required, NA if there is none', path)
  }
  if (ttx !== undefined && !/^[A-Za-z0-9-]{1,17}$/.test(ttx)) {
    rules.add('CF407', 'Enter valid tourism tax registration number', path)
  }
}

const checkAddress = (party: Element | undefined, rules: PartyRules): void => {
  const codes = CODES[rules.role]
  const at = (path: string): string => textAt(party, `PostalAddress/${path}`)
  const lines = childrenOf(
    party?.children.find((one) => one.name === 'PostalAddress'),
    'AddressLine',
  )
  const line = 'PostalAddress.AddressLine[0].Line'
  if (at('AddressLine/Line') === '') rules.add(codes.line, 'Address line 1 is required', line)
  if (lines.some((one) => [...textAt(one, 'Line')].length > 150)) {
    rules.add(codes.line, 'Address line has at most 150 characters', line)
  }
  if (lines.length > 3) rules.add(STRUCTURE, 'An address has at most 3 lines', 'PostalAddress.AddressLine')
  if ([...at('CityName')].length > 50)
    rules.add(codes.city, 'City has at most 50 characters', 'PostalAddress.CityName')
  const zone = at('PostalZone')
  const country = at('Country/IdentificationCode')
  if ((country === 'MYS' && !/^(\d{5}|NA|)$/.test(zone)) || zone.length > 50) {
    rules.add(STRUCTURE, 'Postal zone is not valid', 'PostalAddress.PostalZone')
  }
  if (rules.public) return
  if (at('CityName') === '') rules.add(codes.city, 'City is required', 'PostalAddress.CityName')
  if (at('CountrySubentityCode') === '') {
    rules.add(codes.state, 'State is required', 'PostalAddress.CountrySubentityCode')
  }
  if (country === '') {
    rules.add(codes.country, 'Country is required', 'PostalAddress.Country.IdentificationCode')
  }
}

const checkContact = (party: Element | undefined, rules: PartyRules): void => {
  const phone = textAt(party, 'Contact/Telephone')
  if (phone === '') rules.add(CODES[rules.role].phone, 'Contact number is required', 'Contact.Telephone')
  else if (phone !== 'NA' && !(/^\+?\d+$/.test(phone) && phone.length >= 8 && phone.length <= 20)) {
    const message = 'Enter valid phone number and the minimum length is 8 characters'
    rules.add(PHONE_FORMAT[rules.role], message, 'Contact.Telephone')
  }
  const email = textAt(party, 'Contact/ElectronicMail')
  if (email !== '' && email !== 'NA' && !isEmail(email)) {
    rules.add('CF403', 'Enter valid e-mail address', 'Contact.ElectronicMail')
  }
}

const isEmail = (text: string): boolean => {
  const [name = '', domain = '', ...more] = text.split('@')
  const plain = !/[\s,;<>]/.test(text) && text.length <= 320
  return plain && more.length === 0 && name !== '' && domain.includes('.') && !domain.startsWith('.')
}

const checkActivity = (party: Element | undefined, rules: PartyRules): void => {
  const path = 'IndustryClassificationCode'
  const activity = party?.children.find((one) => one.name === path)
  if (!activity || activity.text.trim() === '') rules.add(STRUCTURE, 'MSIC code is required', path)
  const name = activity?.attributes.get('name') ?? ''
  if (name.trim() === '') rules.add('CF701', 'Business activity description is required', `${path}@name`)
  if ([...name].length > 300) {
    rules.add(STRUCTURE, 'Maximum length of the business activity description is 300', `${path}@name`)
  }
}
