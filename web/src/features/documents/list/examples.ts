import type { SummaryRow } from '#contract/document-rows.ts'

/** A row of the list for tests, with text that a spreadsheet would run. */
export const buildRow = (filled: Partial<SummaryRow> = {}): SummaryRow => ({
  uuid: 'u',
  sender_store_code: 'KUL01',
  sender: { name: 'Kinabalu Trading Sdn Bhd' },
  customer: { name: '=HYPERLINK("http://x","y")', identity_number: '000123' },
  invoice_type: '01',
  invoice_type_description: 'Invoice',
  invoice_number: 'M-KUL01000042',
  invoice_date: '2026-11-20',
  contract_number: '',
  agent_number: '-12',
  submission_date: '2026-11-20T16:30:00Z',
  modified_at: '2026-11-20T16:30:00Z',
  invoice_currency: 'MYR',
  total_payable_amount: '-1234.50',
  status: 'Validated',
  status_message: 'Line 1\nLine 2',
  source: 'UI',
  file_archive: null,
  reject_request: null,
  ...filled,
})
