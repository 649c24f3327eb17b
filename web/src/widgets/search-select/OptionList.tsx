import { Trans } from '@lingui/react/macro'
import { Portal } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { Option } from './match.ts'
import classes from './SearchSelect.module.css'
import { useAnchor } from './use-anchor.ts'
import type { useSearchSelect } from './use-search-select.ts'

type Props = {
  select: ReturnType<typeof useSearchSelect>
  anchor: RefObject<HTMLInputElement | null>
  value: string
  label: string
  width_min: number
  busy?: boolean | undefined
  failed?: string | undefined
}

/** The open list of a searchable select. The mouse never takes the focus away from the field. */
export const OptionList = ({ select, anchor, value, label, width_min, busy, failed }: Props) => {
  const place = useAnchor(anchor, select.listed, width_min)
  const list = useRef<HTMLDivElement>(null)
  const active_id = select.option_id(select.active)
  useEffect(() => {
    if (place) list.current?.querySelector(`[id="${active_id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [place, active_id])
  if (!place) return null
  const { max_height, ...at } = place
  return (
    <Portal target="main">
      <div className={classes.list} style={{ ...at, maxHeight: max_height }} ref={list}>
        <div role="listbox" id={select.list_id} aria-label={label}>
          {select.matches.map((option, position) => (
            <Row
              key={option.value}
              option={option}
              id={select.option_id(position)}
              active={position === select.active}
              chosen={option.value === value}
              onChoose={() => select.choose(option)}
            />
          ))}
        </div>
        {select.matches.length === 0 && (
          <p className={classes.note}>
            {failed ?? (busy ? <Trans>Searching…</Trans> : <Trans>Nothing found.</Trans>)}
          </p>
        )}
        {select.more && (
          <p className={classes.note}>
            <Trans>Type to see more.</Trans>
          </p>
        )}
      </div>
    </Portal>
  )
}

type RowProps = { option: Option; id: string; active: boolean; chosen: boolean; onChoose: () => void }

const Row = ({ option, id, active, chosen, onChoose }: RowProps) => (
  // The keyboard reaches options through the field (aria-activedescendant); they take no focus themselves.
  <div
    role="option"
    tabIndex={-1}
    id={id}
    aria-selected={chosen}
    data-active={active}
    className={classes.option}
    onMouseDown={(event) => {
      event.preventDefault()
      onChoose()
    }}
  >
    {option.code && <span className={classes.code}>{option.code}</span>}
    <span className={classes.words}>
      {option.label}
      {option.hint && <span className={classes.hint}>{option.hint}</span>}
    </span>
  </div>
)
