import type { DefectNew, DefectPatch } from '#contract/defects.ts'
import type { AccountName } from './company.ts'

type Done = 'status' | 'comment' | 'assigned_to' | 'root_cause' | 'resolution'
/** What somebody did with a defect, so many days before the installation. */
type Deed = { who: AccountName; days_ago: number } & Partial<Pick<DefectPatch, Done>>
type DemoDefect = { who: AccountName; days_ago: number; told: DefectNew; deeds: readonly Deed[] }

/** What the demo company's people told of the portal, the oldest first. */
export const DEFECTS: readonly DemoDefect[] = [
  {
    ...{ who: 'aminah', days_ago: 24 },
    told: {
      defect_description:
        'The CSV of documents has the buyer’s TIN without its leading letters when Excel saves it again.',
      ...{ severity: 'high', category: 'Defect', sprint_number: 'Sprint 7', brd_id: 'BRD-031' },
      brd_description: 'Export of documents',
    },
    deeds: [
      {
        who: 'devi',
        days_ago: 23,
        status: 'assigned',
        assigned_to: 'Farid Rahman',
        comment: 'Seen with Excel 365.',
      },
      {
        ...{ who: 'farid', days_ago: 19, status: 'fixed', root_cause: 'Format of the file' },
        ...{
          resolution: 'The report is there as XLSX, where a TIN is a text.',
          comment: 'Please try the XLSX.',
        },
      },
      { who: 'aminah', days_ago: 18, status: 'closed', comment: 'It opens as it should. Thank you.' },
    ],
  },
  {
    ...{ who: 'bakri', days_ago: 12 },
    told: {
      defect_description:
        'The approver should see the credit note and the invoice that it corrects side by side.',
      ...{ severity: 'medium', category: 'Enhancement', brd_id: 'BRD-018', brd_description: 'Approval' },
    },
    deeds: [
      { who: 'farid', days_ago: 11, status: 'deferred', comment: 'Good idea; after the month end.' },
      { who: 'bakri', days_ago: 11, comment: 'That is fine. Until then the link to the invoice does.' },
    ],
  },
  {
    ...{ who: 'ezra', days_ago: 8 },
    told: {
      defect_description:
        'At the counter in Pulau Pinang the QR code of the printed invoice is too small for older telephones: ' +
        'customers ask us to show it on the screen instead.',
      ...{ severity: 'critical', category: 'Defect', sprint_number: 'Sprint 8' },
    },
    deeds: [
      {
        ...{ who: 'devi', days_ago: 8, status: 'in_progress', assigned_to: 'Farid Rahman' },
        comment: 'Which printer is it, and at which scale does it print?',
      },
      { who: 'ezra', days_ago: 7, comment: 'The small receipt printer beside the till, “fit to page”.' },
    ],
  },
  {
    ...{ who: 'chong', days_ago: 4 },
    told: {
      defect_description: 'Must a consolidated invoice name the outlet, or is the company enough?',
      ...{ severity: 'low', category: 'Clarification' },
    },
    deeds: [
      {
        who: 'devi',
        days_ago: 3,
        comment: 'The department of the document is enough. I ask our tax adviser as well.',
      },
    ],
  },
  {
    ...{ who: 'gita', days_ago: 1 },
    told: {
      defect_description: 'In the audit log the filter by day begins at midnight UTC, eight hours late.',
      ...{ severity: 'high', category: 'Defect' },
    },
    deeds: [],
  },
]
