import type { AccountName } from './company.ts'
import type { DemoContent } from './payload.ts'

type DemoTemplate = { name: string; description: string; by: AccountName; content: DemoContent }

/** What these companies write again and again. */
export const TEMPLATES: readonly DemoTemplate[] = [
  {
    name: 'Monthly maintenance, Nadi Teknologi',
    description: 'Maintenance contract and office broadband, billed on the first working day.',
    by: 'aminah',
    content: {
      store: 'KUL01',
      type: '01',
      customer: 'nadi_tech',
      lines: [
        { item: 'maintain', quantity: '1' },
        { item: 'internet', quantity: '2' },
      ],
    },
  },
  {
    name: 'Office starter set',
    description: 'Laptop, monitor, printer and one hour of setting up.',
    by: 'aminah',
    content: {
      store: 'PEN01',
      type: '01',
      customer: 'penang_clinic',
      lines: [
        { item: 'laptop', quantity: '1' },
        { item: 'monitor', quantity: '1' },
        { item: 'printer', quantity: '1' },
        { item: 'install', quantity: '1' },
      ],
    },
  },
  {
    name: 'Import from Shenzhen Hualong',
    description: 'Self-billed: goods received from the supplier in China.',
    by: 'aminah',
    content: {
      store: 'KUL01',
      type: '11',
      customer: 'shenzhen',
      lines: [{ item: 'router', quantity: '50', classification: '034' }],
      currency: { code: 'USD', rate: '4.2150' },
    },
  },
  {
    name: 'Weekly order, Hup Seng Pasar Raya',
    description: 'Standing order of sauces, delivered on Mondays.',
    by: 'chong',
    content: {
      store: 'JHB01',
      type: '01',
      customer: 'hup_seng',
      lines: [
        { item: 'chilli', quantity: '20' },
        { item: 'soy', quantity: '15' },
        { item: 'oyster', quantity: '10' },
        { item: 'cold_chain', quantity: '1' },
      ],
    },
  },
]
