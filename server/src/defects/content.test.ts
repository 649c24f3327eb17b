import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { attachmentIn, nameFor, pictureIn } from './content.ts'

const picture = (name: string) =>
  readFileSync(join(import.meta.dirname, '../platform/picture/fixtures', name))
const png = picture('glass.png')
const PAGE = '<!doctype html><script>alert(document.cookie)</script>'
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
const CHOOSE = { refusal: 'Please choose a PNG, JPEG or WebP picture.' }

describe('a screenshot', () => {
  test.each([
    ['glass.png', 'image/png'],
    ['door.jpeg', 'image/jpeg'],
    ['door.webp', 'image/webp'],
  ])('is known by its bytes: %s', (name, content_type) => {
    expect(pictureIn(picture(name))).toMatchObject({ content_type })
  })

  test('that is a page as well is kept without the page', () => {
    const both = Buffer.concat([png, Buffer.from(PAGE)])
    expect(pictureIn(both)).toMatchObject({ bytes: png })
    expect(attachmentIn(both)).toMatchObject({ content_type: 'image/png', bytes: png })
  })

  test.each([
    ['a page', Buffer.from(PAGE)],
    ['a drawing', Buffer.from(DRAWING)],
    ['an animation', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['half a picture', png.subarray(0, 60)],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_what, bytes) => {
    expect(pictureIn(bytes)).toEqual(CHOOSE)
  })

  test('that unfolds to more than a screen has is refused, under either field', () => {
    const jpeg = Buffer.from(picture('door.jpeg'))
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt16BE(65_000, frame + 5)
    jpeg.writeUInt16BE(65_000, frame + 7)
    const refused = { refusal: expect.stringMatching(/^The picture has 65000 × 65000 pixels/) }
    expect([pictureIn(jpeg), attachmentIn(jpeg)]).toEqual([refused, refused])
  })
})

describe('an attachment', () => {
  test.each([
    [
      'a page that calls itself a picture',
      'me.png',
      Buffer.from(PAGE),
      'text/plain; charset=utf-8',
      'me.png.txt',
    ],
    ['a drawing', 'a.svg', Buffer.from(DRAWING), 'text/plain; charset=utf-8', 'a.svg.txt'],
    ['a page', 'a.HTML', Buffer.from(PAGE), 'text/plain; charset=utf-8', 'a.HTML.txt'],
    ['a text', 'lines.CSV', Buffer.from('a,b\r\n1,2'), 'text/plain; charset=utf-8', 'lines.csv'],
    [
      'a PDF that is a page as well',
      'x.html',
      Buffer.from(`%PDF-1.7\n${PAGE}`),
      'application/pdf',
      'x.html.pdf',
    ],
    ['a workbook', 'figures.xlsx', Buffer.from('PK\x03\x04…'), 'application/zip', 'figures.xlsx'],
    ['a program of Java', 'run.jar', Buffer.from('PK\x03\x04…'), 'application/zip', 'run.jar.zip'],
    ['a workbook with macros', 'run.xlsm', Buffer.from('PK\x03\x04…'), 'application/zip', 'run.xlsm.zip'],
    ['a picture without a name', '', png, 'image/png', 'file.png'],
  ])('that is %s is served and called by what it is', (_what, name, bytes, content_type, called) => {
    const found = attachmentIn(bytes)
    expect(found).toMatchObject({ content_type })
    expect('endings' in found && nameFor(name, found.endings)).toBe(called)
  })

  test.each([
    ['a program', Buffer.from('MZ\x90\0\x03', 'latin1')],
    ['a text of another encoding', Buffer.from([0x63, 0x61, 0x66, 0xe9])],
    ['a text with a zero', Buffer.from('a\0b')],
  ])('is not %s', (_what, bytes) => {
    expect(attachmentIn(bytes)).toMatchObject({ refusal: expect.stringMatching(/^Please choose/) })
  })

  test.each([
    ['../../etc/passwd', '.._.._etc_passwd.txt'],
    ['gpj.\u202etxt', 'gpj._txt.txt'],
    ['a"; filename="b.html', 'a_; filename=_b.html.txt'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(100)}.txt`],
  ])('gets a name that leads nowhere and hides nothing: %j', (given, called) => {
    expect(nameFor(given, ['txt', 'log'])).toBe(called)
  })
})
