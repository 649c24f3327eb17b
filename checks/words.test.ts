import { describe, expect, it } from 'vitest'
import { wordFindings } from './words.ts'

const findings = (path: string, text = '') => wordFindings([{ path, text }])

describe('words', () => {
  it.each([
    'server/src/utils/money.ts',
    'domain/src/date-helper.ts',
    'server/src/documents/service.ts',
    'web/src/ui/BaseButton.tsx',
    'server/src/process.ts',
  ])('refuse the path %s', (path) => {
    expect(findings(path)).toEqual([expect.stringContaining('says nothing')])
  })

  it.each(['userInfo', 'DocumentManager', 'getData', 'processDocument', 'handle'])(
    'refuse the export %s',
    (name) => {
      expect(findings('a.ts', `export const ${name} = 1`)).toEqual([
        expect.stringContaining(`the name ${name}`),
      ])
      expect(findings('a.ts', `export type ${name} = 1`)).toHaveLength(1)
    },
  )

  it.each(['database', 'handleClick', 'deliveryCharge', 'information', 'invoiceTotals'])(
    'allow the export %s',
    (name) => {
      expect(findings('a.ts', `const data = 1\nexport const ${name} = data`)).toEqual([])
    },
  )

  it.each([
    'see /workspace/lulus/a.ts',
    "from '/root/notes'",
    '/home/aminah/lulus',
    'https://registry.corp.example/npm',
  ])('refuse the place in %j', (text) => {
    expect(findings('docs/a.md', text)).toEqual(['docs/a.md:1: names a place on one machine or network'])
  })

  it('allow paths of the product and addresses of the web', () => {
    expect(findings('docs/a.md', 'web/root/x, ./work/y, https://sdk.myinvois.hasil.gov.my/root/')).toEqual([])
  })

  it.each(['const now = new Date()', 'Date.now()', 'Math.random()', 'process.env.X', "fetch('/x')"])(
    'refuse %s in the domain only',
    (text) => {
      expect(findings('domain/src/a.ts', text)).toEqual([
        expect.stringContaining('domain/src/a.ts:1: reads a clock'),
      ])
      expect(findings('server/src/documents/a.ts', text)).toEqual([])
      expect(findings('domain/src/a.ts', text.replace('new Date()', 'new Date(at)'))).toHaveLength(
        text.includes('new Date') ? 0 : 1,
      )
    },
  )
})
