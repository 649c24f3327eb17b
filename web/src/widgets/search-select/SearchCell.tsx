import { useRef } from 'react'
import { selectOnEntry } from '../entry/select-on-entry.ts'
import { OptionList } from './OptionList.tsx'
import { type Choices, useSearchSelect } from './use-search-select.ts'

type Props = Choices & {
  id: string
  /** The accessible name; the column's heading is the visible one. */
  label: string
  cell: string
  error?: string | undefined
  described_by?: string | undefined
  className: string | undefined
  placeholder?: string
}

const WIDTH_PX_MIN = 340

/** A searchable select that is a cell of a table: the same keys, no frame of its own. */
export const SearchCell = ({
  id,
  label,
  cell,
  error,
  described_by,
  className,
  placeholder,
  ...choices
}: Props) => {
  const field = useRef<HTMLInputElement>(null)
  const select = useSearchSelect(choices)
  return (
    <>
      <input
        {...selectOnEntry}
        {...select.input}
        ref={field}
        id={id}
        aria-label={label}
        aria-invalid={Boolean(error)}
        {...(described_by && { 'aria-describedby': described_by })}
        data-cell={cell}
        title={select.input.value}
        className={className}
        placeholder={placeholder}
      />
      <OptionList
        select={select}
        anchor={field}
        value={choices.value}
        label={label}
        width_min={WIDTH_PX_MIN}
      />
    </>
  )
}
