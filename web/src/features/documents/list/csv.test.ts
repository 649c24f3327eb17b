import { describe, expect, it } from 'vitest'
import { csvName, toCsv } from './csv.ts'
import { buildRow } from './examples.ts'

const row = buildRow()

describe('the CSV Report', () => {
  it('starts with a byte order mark and one header row', () => {
    expect(toCsv([])).toBe(
      '\uFEFFDepartment Code,Supplier Name,Receiver Name,Receiver ID,Doc Type,Doc Number,Issue Date,Contract #,' +
        'Agent #,Submission Date,Currency,Document Total,Status,Status Message,Source\r\n',
    )
  })

  it('neutralises formulas, leaves amounts as numbers and states times in Malaysia', () => {
    const [, line] = toCsv([row]).split('\r\n')
    expect(line).toBe(
      'KUL01,Kinabalu Trading Sdn Bhd,"\'=HYPERLINK(""http://x"",""y"")",000123,01 Invoice,M-KUL01000042,' +
        '2026-11-20,,-12,2026-11-21 00:30:00,MYR,-1234.50,Validated,"Line 1\nLine 2",UI',
    )
  })

  it('is named after the Malaysian time of its making', () => {
    expect(csvName(new Date('2026-11-20T16:05:09Z'))).toBe('invoices_20261121000509.csv')
  })
})
