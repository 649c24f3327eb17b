/** A text as a value inside a filter (RFC 4515 §3): what could end or widen it is written as `\` and two digits. */
export const escapeFilter = (text: string): string => text.replace(/[\0()*\\]/g, (sign) => hex(sign))

/** A text as a value inside a distinguished name (RFC 4514 §2.4). */
export const escapeDn = (text: string): string =>
  text.replace(/[\0"+,;<>=\\]/g, (sign) => hex(sign)).replace(/^[ #]| $/g, (sign) => hex(sign))

const hex = (sign: string) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Fills a template; `replaceAll` with a function, since `$` in a name must stay one. */
export const fillIn = (template: string, placeholder: string, value: string): string =>
  template.replaceAll(placeholder, () => value)

/** The form in which two spellings of a distinguished name are compared. */
export const comparableDn = (dn: string): string =>
  dn
    .toLowerCase()
    .split(/([,=+])/)
    .map((part) => part.trim())
    .join('')
