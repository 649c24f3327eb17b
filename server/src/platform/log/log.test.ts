import { expect, it } from 'vitest'
import { openLog } from './log.ts'

it('blanks secrets wherever they stand, and keeps the rest', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  log.info({ password: 'hunter2', invoice_number: 'M-KUL01-000001' }, 'top')
  log.info({ headers: { authorization: 'Token hunter2', 'x-api-key': 'hunter2' } }, 'nested')
  log.info({ entity: { credentials: { client_secret: 'hunter2', client_id: 'visible' } } }, 'deep')
  const written = lines.join('')
  expect(written).not.toContain('hunter2')
  expect(written).toContain('M-KUL01-000001')
  expect(written).toContain('visible')
  expect(lines).toHaveLength(3)
})
