import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EditButton } from '../table/EditButton.tsx'
import type { Column } from '../table/table.ts'

type Wanted<Row> = {
  /** Whether this person may add and change at all. */
  may: boolean
  /** Whether this row may be changed; all of them when absent. */
  mayEdit?: (row: Row) => boolean
  add_label: string
  nameOf: (row: Row) => string
  /** The form of a row, or of a new one. */
  form: (row: Row | undefined, onClose: () => void) => ReactNode
  /** Opens a row otherwise, where the address says which one is open. */
  onEdit?: (row: Row) => void
  /** The form is opened, of a row or of a new one. */
  onOpen?: () => void
}

const WIDTH_PX = 72

/** What a list needs to add rows and to change them: the button above it, one in each row, and the form at its side. */
export const useRowForm = <Row,>(wanted: Wanted<Row>) => {
  const { may, mayEdit = () => true, add_label, nameOf, form } = wanted
  const { t } = useLingui()
  const [opened, setOpened] = useState<{ row: Row | undefined }>()
  const openForm = (row: Row | undefined) => {
    wanted.onOpen?.()
    setOpened({ row })
  }
  const open = wanted.onEdit ?? openForm
  const edit = (row: Row) => may && mayEdit(row) && <EditButton name={nameOf(row)} onEdit={() => open(row)} />
  const action: Column<Row> = { key: 'action', header: t`Action`, cell: edit, acts: true }
  return {
    add: may && (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openForm(undefined)}>
        {add_label}
      </Button>
    ),
    edit,
    /** Opens the form of a row; for a list whose rows open by a click anywhere. */
    open,
    /** The last column; none for those who only read. */
    columns: may ? [{ ...action, pinned_at: 0, width: WIDTH_PX }] : [],
    form: opened && form(opened.row, () => setOpened(undefined)),
  }
}
