import { own } from '#codes/own.ts'

/**
 * The issuer's name as the signature must print it: what .NET's `X509Certificate2.Issuer` shows, since that is what
 * the authority compares with (DS326). Takes the text of `node:crypto`: one part per line in encoded order,
 * escaped as in RFC 2253 with control characters as hexadecimal. The order turns round, parts are joined by comma
 * and one blank, values with special characters are quoted.
 */
export const printName = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.split(BETWEEN_VALUES).map(printPart).join(' + '))
    .reverse()
    .join(', ')

/** One attribute of a name, by the short name that `node:crypto` prints; empty when it is absent. */
export const attributeOf = (name: string, attribute: string): string => {
  const parts = name.split('\n').flatMap((line) => line.split(BETWEEN_VALUES))
  const part = parts.find((one) => one.startsWith(`${attribute}=`))
  return part === undefined ? '' : unescapeValue(part.slice(attribute.length + 1))
}

/** A plus sign inside a value is escaped, so a bare one joins two attributes of one part. */
const BETWEEN_VALUES = ' + '

/** Where .NET's short names differ from OpenSSL's. */
const DOTNET_NAMES = { emailAddress: 'E', ST: 'S', serialNumber: 'SERIALNUMBER' }

const printPart = (part: string): string => {
  const equals = part.indexOf('=')
  const key = part.slice(0, equals)
  return `${own(DOTNET_NAMES, key) ?? key}=${quote(unescapeValue(part.slice(equals + 1)))}`
}

const unescapeValue = (value: string): string =>
  value.replace(/\\(?:([0-9A-F]{2})|(.))/g, (_, hex: string | undefined, character: string) =>
    hex === undefined ? character : String.fromCharCode(Number.parseInt(hex, 16)),
  )

const quote = (value: string): string =>
  value === '' || /[,+="\n<>#;]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
