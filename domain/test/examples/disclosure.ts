import type { Example } from './example.ts'
import { receipts } from './header.ts'

const disclosed = { voluntary_disclosure: true }
const september = { billing_start: '2026-09-01', billing_end: '2026-09-30' }

export const DISCLOSURE_EXAMPLES: Record<string, Example> = {
  'DOC-HEAD-20': {
    today: '2028-01-01',
    passes: [{}, { voluntary_disclosure: false }],
    fails: [['voluntary_disclosure', disclosed]],
  },
  'DOC-HEAD-21': {
    passes: [
      { ...disclosed, ...receipts, ...september },
      { ...disclosed, billing_start: '2026-07-01', billing_end: '2026-09-30' },
      { ...receipts, billing_start: '2026-07-01', billing_end: '2026-09-30' },
    ],
    fails: [
      ['billing_end', { ...disclosed, ...receipts }],
      ['billing_end', { ...disclosed, ...receipts, billing_start: '2026-08-31', billing_end: '2026-09-30' }],
      ['billing_end', { ...disclosed, ...receipts, billing_start: '2025-09-01', billing_end: '2026-09-30' }],
    ],
  },
  'DOC-HEAD-22': {
    passes: [
      september,
      { ...disclosed, ...receipts, ...september },
      { ...receipts, billing_start: '2026-11-01', billing_end: '2026-11-30' },
      { ...receipts, billing_end: '2026-11-30' },
    ],
    fails: [
      ['billing_end', { ...receipts, ...september }],
      ['billing_end', { ...receipts, billing_start: '2026-10-01', billing_end: '2026-10-31' }],
    ],
  },
}
