import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Defect } from '#contract/defects.ts'
import { DateText } from '../../ui/DateText.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { PreviewButton, shortDescription } from './columns.tsx'
import { DefectStatusBadge, SeverityBadge } from './words.tsx'

type Props = { row: Defect; onPreview: (row: Defect) => void; edit: ReactNode }

/** A defect on a phone. */
export const DefectCard = ({ row, onPreview, edit }: Props) => (
  <RowCard
    head={row.defect_number}
    aside={<SeverityBadge severity={row.severity} />}
    quiet={
      <>
        {shortDescription(row)} · <DateText value={row.detected_on} />
      </>
    }
    actions={
      <Group gap="xs">
        <DefectStatusBadge status={row.status} />
        {row.screenshot && <PreviewButton row={row} onPreview={onPreview} />}
        {edit}
      </Group>
    }
  />
)
