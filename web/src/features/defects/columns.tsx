import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import type { Defect } from '#contract/defects.ts'
import { shortenText } from '#domain/text/cut.ts'
import { DateText } from '../../ui/DateText.tsx'
import { dayOf } from '../../ui/table/day.tsx'
import { type Column, textColumn } from '../../ui/table/table.ts'
import { DefectStatusBadge, SeverityBadge, useDefectWords } from './words.tsx'

/** As specified. */
const DESCRIPTION_CHARS = 60

/** The description in one line, cut to 60 characters. */
export const shortDescription = ({ defect_description }: Pick<Defect, 'defect_description'>) => {
  const line = defect_description.replace(/\s+/g, ' ')
  return shortenText(line, DESCRIPTION_CHARS)
}

export const useColumns = (onPreview: (row: Defect) => void): Column<Defect>[] => {
  const { t } = useLingui()
  const { categories } = useDefectWords()
  return [
    { key: 'defect_number', header: t`Defect No.`, cell: (row) => row.defect_number },
    {
      key: 'defect_description',
      header: t`Description`,
      cell: shortDescription,
      full: (row) => row.defect_description,
      width_max: 184,
    },
    { key: 'severity', header: t`Severity`, cell: (row) => <SeverityBadge severity={row.severity} /> },
    { key: 'category', header: t`Category`, cell: (row) => categories[row.category] },
    { key: 'status', header: t`Status`, cell: (row) => <DefectStatusBadge status={row.status} /> },
    {
      key: 'screenshot',
      header: t`Screenshot`,
      cell: (row) => <PreviewButton row={row} onPreview={onPreview} />,
      unsorted: true,
    },
    { key: 'detected_on', header: t`Detected On`, cell: (row) => <DateText value={row.detected_on} /> },
    textColumn('assigned_to', t`Assigned To`, 160),
    { key: 'created_by_name', header: t`Created By`, cell: (row) => row.created_by_name },
    { key: 'created_at', header: t`Created At`, ...dayOf((row) => row.created_at) },
  ]
}

type Props = { row: Defect; onPreview: (row: Defect) => void }

/** Shows the last screenshot of a defect; a dash where there is none. */
export const PreviewButton = ({ row, onPreview }: Props) => {
  const { t } = useLingui()
  if (!row.screenshot) return '–'
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t`Show the screenshot of ${row.defect_number}`}
      onClick={(event) => {
        event.stopPropagation()
        onPreview(row)
      }}
    >
      <IconPhoto size={18} aria-hidden />
    </ActionIcon>
  )
}
