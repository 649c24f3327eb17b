import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import type { ValueEditorProps } from 'react-querybuilder'
import { pathsOf } from '#domain/rules/rows.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { placeOf } from './controls.tsx'
import { takesMany } from './query.ts'
import { usePathWords } from './words.ts'

const PATHS = pathsOf('line')
const VALUES_MAX = 50

/** What a row compares its field with: nothing, a text, several, a day, yes or no, or another field. */
export const RowValue = ({
  field,
  operator,
  value,
  valueSource,
  handleOnChange,
  ...rest
}: ValueEditorProps) => {
  const { t } = useLingui()
  const nameOf = usePathWords()
  const { path, className = '', context } = rest
  const kind = PATHS.get(field)
  const common = { 'aria-label': t`Value, row ${placeOf(path)}`, className }
  if (operator === 'empty' || operator === 'not_empty') return null
  if (valueSource === 'field') {
    const others = [...PATHS].filter(
      ([name, of]) =>
        of === kind && name !== field && (context.about === 'line' || !name.startsWith('line.')),
    )
    return (
      <NativeSelect
        {...common}
        data={[
          { value: '', label: t`Please choose` },
          ...others.map(([name]) => ({ value: name, label: nameOf(name) })),
        ]}
        value={String(value ?? '')}
        onChange={(event) => handleOnChange(event.currentTarget.value)}
      />
    )
  }
  if (takesMany(operator)) {
    return (
      <TagsInput
        {...common}
        value={[value].flat().map(String).filter(Boolean)}
        onChange={handleOnChange}
        maxTags={VALUES_MAX}
        placeholder={t`Enter after each value`}
      />
    )
  }
  const text = String([value].flat()[0] ?? '')
  if (kind === 'flag') {
    return (
      <NativeSelect
        {...common}
        data={[
          { value: '', label: t`Please choose` },
          { value: 'true', label: t`yes` },
          { value: 'false', label: t`no` },
        ]}
        value={text}
        onChange={(event) => handleOnChange(event.currentTarget.value)}
      />
    )
  }
  if (kind === 'date') return <DateField {...common} value={text} onChange={handleOnChange} />
  return (
    <TextInput
      {...common}
      value={text}
      onChange={(event) => handleOnChange(event.currentTarget.value)}
      inputMode={kind === 'decimal' ? 'decimal' : 'text'}
    />
  )
}
