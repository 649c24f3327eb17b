import { FilterParser } from 'ldapts'
import { describe, expect, it } from 'vitest'
import { slowTexts } from '../../../domain/test/growth.ts'
import { comparableDn, escapeDn, escapeFilter } from './escape.ts'

/** `npm run test:names` plays a million. */
const NAMES = process.env.NAMES === 'all' ? 1_000_000 : 100_000
const SLOW_MS_MAX = 300_000
const LENGTH_MAX = 12

/** Signs that mean something in a filter or a name, and some that do not. */
const SIGNS = [
  ...'()*\\&|!=<>~:;,+"#/ \0\t\n\r',
  ...'aZ09-._@$%{}éß漢İſ\u00ad\u200b\u2028\ufeff＊（',
  ...['\ud800', '\udfff', '😀', '\\2a', '\\28', ')(uid=*', ',dc=', '$&', "$'"],
]

/** The same names in every run: xorshift32. */
const drawer = (seed: number) => {
  let state = seed
  return (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

function* names(count: number) {
  const draw = drawer(4515)
  for (let at = 0; at < count; at++) {
    let name = ''
    for (let length = draw(LENGTH_MAX); length >= 0; length--) name += SIGNS[draw(SIGNS.length)]
    yield name
  }
}

const HEX = /^[0-9a-fA-F]{2}$/

/** RFC 4515 §3, for `(` attribute `=` assertion `)` alone: the octets of the assertion; undefined for anything else. */
const readEquality = (filter: string): string | undefined => {
  const [, value] = /^\(uid=(.*)\)$/s.exec(filter) ?? []
  if (value === undefined) return undefined
  let read = ''
  for (let at = 0; at < value.length; at++) {
    const sign = value.charAt(at)
    if ('\0()*'.includes(sign)) return undefined
    if (sign !== '\\') {
      read += sign
      continue
    }
    const digits = value.slice(at + 1, at + 3)
    if (!HEX.test(digits)) return undefined
    read += String.fromCharCode(Number.parseInt(digits, 16))
    at += 2
  }
  return read
}

/** RFC 4514 §3, with one attribute in each part: pairs of attribute and value; undefined for what is no such name. */
const readDn = (dn: string): [string, string][] | undefined => {
  const parts: [string, string][] = []
  let [attribute, value, inValue, ends] = ['', '', false, -1]
  for (let at = 0; at <= dn.length; at++) {
    const sign = dn.charAt(at)
    if (sign === ',' || at === dn.length) {
      // A blank at the end is only part of the value where it is escaped.
      if (!inValue || (value.endsWith(' ') && ends !== value.length)) return undefined
      parts.push([attribute, value])
      ;[attribute, value, inValue, ends] = ['', '', false, -1]
    } else if (!inValue) {
      if (sign === '=') inValue = true
      else attribute += sign
    } else if (sign === '\\') {
      const digits = dn.slice(at + 1, at + 3)
      const special = ' "#+,;<=>\\'.includes(dn.charAt(at + 1))
      if (!special && !HEX.test(digits)) return undefined
      value += special ? dn.charAt(at + 1) : String.fromCharCode(Number.parseInt(digits, 16))
      at += special ? 1 : 2
      ends = value.length
    } else {
      if ('\0"+;<>'.includes(sign) || (value === '' && ' #'.includes(sign))) return undefined
      value += sign
    }
  }
  return parts
}

/** What is wrong with the first name at which `right` fails; empty when it never does. */
const firstWrong = (count: number, right: (name: string) => boolean) => {
  let played = 0
  for (const name of names(count)) {
    if (!right(name)) return JSON.stringify(name)
    played += 1
  }
  return played === count ? '' : `only ${played}`
}

describe(`${NAMES} names`, { timeout: SLOW_MS_MAX }, () => {
  it('stand in a filter for themselves alone', () => {
    expect(firstWrong(NAMES, (name) => readEquality(`(uid=${escapeFilter(name)})`) === name)).toBe('')
  })

  it('stand in a distinguished name for themselves alone', () => {
    const right = (name: string) => {
      const parts = readDn(`uid=${escapeDn(name)},ou=people`)
      const [[attribute, value] = [], [unit, people] = [], ...more] = parts ?? []
      return (
        attribute === 'uid' && value === name && unit === 'ou' && people === 'people' && more.length === 0
      )
    }
    expect(firstWrong(NAMES, right)).toBe('')
  })

  it('are read alike by the library that sends them', () => {
    const right = (name: string) => {
      const filter: object = FilterParser.parseString(`(uid=${escapeFilter(name)})`)
      return 'value' in filter && Buffer.from(String(filter.value)).equals(Buffer.from(name))
    }
    expect(firstWrong(NAMES / 10, right)).toBe('')
  })
})

describe('the reading of these tests', () => {
  it.each([
    ['(uid=*)', undefined],
    ['(uid=a)(uid=b)', undefined],
    ['(uid=\\zz)', undefined],
    ['(uid=\\2a)', '*'],
  ])('takes the filter %s for %s', (filter, read) => {
    expect(readEquality(filter)).toBe(read)
  })

  it.each([
    ['uid=a,ou=b', 2],
    ['uid=a\\,ou=b', 1],
    ['uid=a ,ou=b', undefined],
    ['uid=a+cn=b', undefined],
    ['uid=#04', undefined],
    ['uid=a\\2Cou=b', 1],
  ])('takes the name %s for %s parts', (dn, parts) => {
    expect(readDn(dn)?.length).toBe(parts)
  })
})

it('compares names of groups without case and blanks around their signs', () => {
  expect(comparableDn(' CN=Clerks, OU = Groups,dc=Corp ')).toBe('cn=clerks,ou=groups,dc=corp')
})

it('compares a name of blanks in no longer than it is long', () => {
  expect(slowTexts(comparableDn)).toEqual([])
})
