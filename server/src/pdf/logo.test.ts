import { expect, test } from 'vitest'
import { logo } from './fixtures/documents.ts'
import { readLogo } from './logo.ts'

test('reads a picture given as a data address', () => {
  expect(Buffer.from(readLogo(logo) ?? '').toString()).toMatch(/^<svg/)
})

test.each([
  ['nothing', ''],
  ['an address on the network', 'https://example.com/logo.png'],
  ['another kind of file', 'data:text/html;base64,PGI+'],
  ['an empty picture', 'data:image/png;base64,'],
  ['a picture too large to print', `data:image/png;base64,${'A'.repeat(800_000)}`],
])('takes %s for no logo', (_, address) => expect(readLogo(address)).toBeNull())
