import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import type { SearchState } from '../address/use-search-state.ts'
import { readLeftOut, writeHidden, writeLeftOut } from './column-choice.ts'
import type { Column } from './table.ts'

type Wanted = {
  /** The list; where its address says what is left out, that holds. */
  list: SearchState<{ hidden?: string | undefined }>
  /** Its name in this browser. */
  kept_as: string
  /** Left out until the person chooses: they say the same in every row. */
  folded: readonly string[]
  /** Without these a row is not to be known. */
  always: readonly string[]
}

/**
 * The columns that a person wants to see, and the menu in which they choose; kept in this browser, but for those of a
 * view, which stand in the address. `hidden`: what the address would say of them.
 */
export const useColumnChoice = <Row, Key extends string>(
  all: readonly Column<Row, Key>[],
  { list, folded, always, ...kept }: Wanted,
) => {
  const { t } = useLingui()
  const kept_as = `columns.${kept.kept_as}`
  const told = list.search.hidden
  const keys = all.map(({ key }) => key).filter((key) => !always.includes(key))
  const [chosen, setChosen] = useState(() => readLeftOut(localStorage.getItem(kept_as), keys))
  const left_out = (told === undefined ? chosen : readLeftOut(told, keys)) ?? new Set(folded)
  const turn = (key: string) => {
    const next = new Set(left_out)
    if (!next.delete(key)) next.add(key)
    if (told !== undefined) return list.replace({ hidden: writeHidden(next) })
    localStorage.setItem(kept_as, writeLeftOut(next))
    setChosen(next)
  }
  const forget = () => {
    if (told !== undefined) list.replace({ hidden: undefined })
    localStorage.removeItem(kept_as)
    setChosen(undefined)
  }
  const columns = all.filter(({ key }) => !left_out.has(key))
  const hidden = all.length - columns.length
  const chooser = (
    <Menu closeOnItemClick={false} position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {hidden > 0 ? t`Columns (${hidden} hidden)` : t`Columns`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        {all
          .filter(({ key }) => !always.includes(key))
          .map(({ key, header }) => (
            <Menu.CheckboxItem key={key} checked={!left_out.has(key)} onChange={() => turn(key)}>
              {header}
            </Menu.CheckboxItem>
          ))}
        <Menu.Divider />
        <Menu.Item onClick={forget} disabled={chosen === undefined && told === undefined}>
          <Trans>As usual</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  return { columns, chooser, hidden: writeHidden(left_out) }
}
