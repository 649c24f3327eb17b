import { expect, test } from 'vitest'
import { canonicalOf, readTree } from '../../test/reading.ts'
import { filled, xml } from './xml.ts'

test('text is escaped between tags as canonical XML demands', () => {
  expect(xml`<a>${'1 < 2 & 3 > 2 "so" it\'s\r\n\tfine'}</a>`.xml).toBe(
    '<a>1 &lt; 2 &amp; 3 &gt; 2 "so" it\'s&#xD;\n\tfine</a>',
  )
})

test('text is escaped in attributes as canonical XML demands', () => {
  expect(xml`<a b="${'<&>"\t\r\n'}"></a>`.xml).toBe('<a b="&lt;&amp;>&quot;&#x9;&#xD;&#xA;"></a>')
})

test('what was put in is what a parser reads', () => {
  const text = ' A & B <c> "d" \'e\' ]]> 中文 தமிழ் 😀\r\n\t'
  const built = xml`<a b="${text}">${text}</a>`.xml
  expect(readTree(built)).toMatchObject({ text, attributes: { b: text } })
  expect(canonicalOf(built)).toBe(built)
})

test('pieces and lists go in as they are, absent ones leave nothing', () => {
  const list = ['1', '2'].map((n) => xml`<n>${n}</n>`)
  expect(xml`<a>${list}${null}${undefined}${''}${xml`<b>&amp;</b>`}</a>`.xml).toBe(
    '<a><n>1</n><n>2</n><b>&amp;</b></a>',
  )
})

test('line breaks and indentation of the template itself are no part of the document', () => {
  expect(
    xml`
    <a>
      <b>${'x'}</b>
    </a>`.xml,
  ).toBe('<a><b>x</b></a>')
})

test('white space alone becomes nothing, since the authority drops it before hashing', () => {
  expect(xml`<a>${' \t\r\n '}</a>`.xml).toBe('<a></a>')
})

test.each(['', '  ', '\u00a0', '\u200b', '\ufeff'])(
  'an element or attribute of %j is found empty',
  (blank) => {
    expect(xml`<a>${xml`<b>1</b><c d="2">${blank}</c>`}</a>`.empty).toMatch(/^<c d="2">/)
    expect(xml`<a>${[xml`<b c="${blank}">1</b>`]}</a>`.empty).toMatch(/^<b c="/)
    expect(
      xml`<a>${xml`<b c="${'1'}">${'2'}</b>`}<d>${'x = ""'}</d>${null}${blank && null}</a>`.empty,
    ).toBeUndefined()
    expect(xml`<a>${[]}</a>`.empty).toBe('<a>')
  },
)

test('a text that shows nothing is none', () => {
  expect(['', ' ', '\u200b\u00a0', null].map(filled)).toEqual([null, null, null, null])
  expect(filled(' x ')).toBe(' x ')
})

test.each(['\u0000', 'a\u0008b', '\u000b', '\u001f', '\ufffe', '\uffff', 'half \ud83d pair', '\ude00'])(
  'a text that XML cannot carry is refused: %j',
  (text) => {
    expect(() => xml`<a>${text}</a>`).toThrow('can be neither stored nor sent')
    expect(() => xml`<a b="${text}"></a>`).toThrow('can be neither stored nor sent')
  },
)

test('an attribute takes no piece of XML', () => {
  expect(() => xml`<a b="${xml`<c></c>`}"></a>`).toThrow('An attribute takes text only')
})
