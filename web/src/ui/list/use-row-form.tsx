import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EditButton } from '../table/EditButton.tsx'

type Wanted<Row> = {
  /** Whether this person may add and change at all. */
  may: boolean
  add_label: string
  nameOf: (row: Row) => string
  /** The form of a row, or of a new one. */
  form: (row: Row | undefined, onClose: () => void) => ReactNode
}

/** What a list needs to add rows and to change them: the button above it, one in each row, and the form at its side. */
export const useRowForm = <Row,>({ may, add_label, nameOf, form }: Wanted<Row>) => {
  const [opened, setOpened] = useState<{ row: Row | undefined }>()
  return {
    add: may && (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened({ row: undefined })}>
        {add_label}
      </Button>
    ),
    edit: (row: Row) => may && <EditButton name={nameOf(row)} onEdit={() => setOpened({ row })} />,
    form: opened && form(opened.row, () => setOpened(undefined)),
  }
}
