import { expect, test } from 'vitest'
import { attributeOf, printName } from './distinguished-name.ts'

test('the parts are printed in reverse of their encoded order, comma and blank between', () => {
  expect(
    printName('C=MY\nO=LHDNM\nOU=Terms of use at http://www.posdigicert.com.my\nCN=Trial LHDNM Sub CA V1'),
  ).toBe('CN=Trial LHDNM Sub CA V1, OU=Terms of use at http://www.posdigicert.com.my, O=LHDNM, C=MY')
})

test('a certificate that is encoded the other way round is printed the other way round', () => {
  expect(printName('CN=CypherSign Pro Max\nOU=1000449-W\nO=Raffcomm Technologies Sdn Bhd\nC=MY')).toBe(
    'C=MY, O=Raffcomm Technologies Sdn Bhd, OU=1000449-W, CN=CypherSign Pro Max',
  )
})

test.each([
  ['emailAddress=ca@authority.example', 'E=ca@authority.example'],
  ['ST=Selangor', 'S=Selangor'],
  ['serialNumber=201901234567', 'SERIALNUMBER=201901234567'],
])('%s is named as .NET names it', (part, printed) => {
  expect(printName(part)).toBe(printed)
})

test.each([
  ['O=Dummy\\, Sdn Bhd', 'O="Dummy, Sdn Bhd"'],
  ['O=The \\"Best\\" Bhd', 'O="The ""Best"" Bhd"'],
  ['O=A\\+B', 'O="A+B"'],
  ['O=back\\\\slash', 'O=back\\slash'],
  ['O=line\\0Abreak', 'O="line\nbreak"'],
  ['O=金宝贸易', 'O=金宝贸易'],
  ['CN=A + serialNumber=1', 'CN=A + SERIALNUMBER=1'],
])('special characters of %s are unescaped, and the value is quoted where .NET quotes', (part, printed) => {
  expect(printName(part)).toBe(printed)
})

test('an attribute is found by its short name and unescaped', () => {
  const name = 'C=MY\nO=Dummy\\, Sdn Bhd\norganizationIdentifier=C2584563200\nCN=A + serialNumber=2019'
  expect(attributeOf(name, 'O')).toBe('Dummy, Sdn Bhd')
  expect(attributeOf(name, 'organizationIdentifier')).toBe('C2584563200')
  expect(attributeOf(name, 'serialNumber')).toBe('2019')
  expect(attributeOf(name, 'L')).toBe('')
})
