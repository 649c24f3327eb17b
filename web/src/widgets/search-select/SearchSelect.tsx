import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { selectOnEntry } from '../entry/select-on-entry.ts'
import { OptionList } from './OptionList.tsx'
import classes from './SearchSelect.module.css'
import { type Choices, useSearchSelect } from './use-search-select.ts'

type Props = Choices & {
  id: string
  label: string
  description?: ReactNode
  error?: ReactNode
  required?: boolean
  placeholder?: string
  /** The name of the field in its form. */
  path?: string
}

const WIDTH_PX_MIN = 280

/** A labelled field that is searched by typing: code and name, arrows and Enter. */
export const SearchSelect = (props: Props) => {
  const { t } = useLingui()
  const { id, label, description, error, required, placeholder, path, ...choices } = props
  const field = useRef<HTMLInputElement>(null)
  const select = useSearchSelect({ ...choices, opens_by_arrow: true })
  return (
    <>
      <TextInput
        {...selectOnEntry}
        {...select.input}
        ref={field}
        id={id}
        data-path={path}
        label={label}
        description={description}
        error={select.unread ? t`Please choose from the list.` : error}
        required={required ?? false}
        disabled={choices.disabled ?? false}
        classNames={{ input: classes.field ?? '' }}
        placeholder={placeholder ?? ''}
        rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        rightSectionPointerEvents="none"
      />
      <OptionList
        select={select}
        anchor={field}
        value={choices.value}
        label={label}
        width_min={WIDTH_PX_MIN}
        busy={choices.busy}
        failed={choices.failed}
      />
    </>
  )
}
