import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const MOZILLA = 'Mozilla/5.0'
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox · Windows'],
  [`${MOZILLA} (X11; Linux x86_64) ${KIT} Chrome/140.0.0.0 Safari/537.36`, 'Chrome · Linux'],
  [`${MOZILLA} (Windows NT 10.0) ${KIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge · Windows'],
  [`${MOZILLA} (Linux; Android 15) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${KIT} Version/18.0 Safari/604.1`,
    'Safari · iPhone',
  ],
  [`${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Version/18.0 Safari/605.1.15`, 'Safari · macOS'],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['x'.repeat(300), 'x'.repeat(60)],
  ['', ''],
])('%s is called %s', (user_agent, name) => {
  expect(deviceName(user_agent)).toBe(name)
})
