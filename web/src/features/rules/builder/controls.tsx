import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ActionProps, CombinatorSelectorProps, VersatileSelectorProps } from 'react-querybuilder'

/** Where a row or a group stands, as a person counts: 2, or 2.1 within the second. */
export const placeOf = (path: readonly number[]) => path.map((at) => at + 1).join('.')

type Props = VersatileSelectorProps & { label: string }

type Option = { name: string; label: string }
type Group = { label: string; options: readonly Option[] }

/** Of one list or of groups, as each is given. */
const eachOf = (options: readonly (Option | Group)[]): readonly (Option | Group)[] => options

/** One of what the library offers, in our look. */
const Choice = ({ label, options, value, handleOnChange, className }: Props) => (
  <NativeSelect
    aria-label={label}
    data={eachOf(options).map((one) =>
      'options' in one
        ? {
            group: one.label,
            items: one.options.map(({ name, label: word }) => ({ value: name, label: word })),
          }
        : { value: one.name, label: one.label },
    )}
    value={value ?? ''}
    onChange={(event) => handleOnChange(event.currentTarget.value)}
    className={className ?? ''}
  />
)

export const FieldChoice = (props: VersatileSelectorProps) => {
  const { t } = useLingui()
  return <Choice {...props} label={t`Field, row ${placeOf(props.path)}`} />
}

export const OperatorChoice = (props: VersatileSelectorProps) => {
  const { t } = useLingui()
  return <Choice {...props} label={t`Operator, row ${placeOf(props.path)}`} />
}

export const SourceChoice = (props: VersatileSelectorProps) => {
  const { t } = useLingui()
  return <Choice {...props} label={t`Compared with, row ${placeOf(props.path)}`} />
}

/** Whether all rows of a group must hold, or any. */
export const JoinChoice = ({ value, handleOnChange, path }: CombinatorSelectorProps) => {
  const { t } = useLingui()
  return (
    <SegmentedControl
      size="xs"
      aria-label={path.length === 0 ? t`How the rows are joined` : t`How group ${placeOf(path)} is joined`}
      value={value ?? 'and'}
      onChange={handleOnChange}
      data={[
        { value: 'and', label: t`All of these` },
        { value: 'or', label: t`Any of these` },
      ]}
    />
  )
}

const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button
    variant="default"
    size="compact-sm"
    leftSection={<IconPlus size={14} aria-hidden />}
    onClick={onClick}
  >
    {label}
  </Button>
)

export const AddRow = ({ handleOnClick }: ActionProps) => {
  const { t } = useLingui()
  return <Add label={t`Add row`} onClick={() => handleOnClick()} />
}

/** Deeper ones nobody could read. */
const LEVELS_MAX = 2

export const AddGroup = ({ handleOnClick, level }: ActionProps) => {
  const { t } = useLingui()
  return level < LEVELS_MAX ? <Add label={t`Add group`} onClick={() => handleOnClick()} /> : null
}

const Remove = ({ label, className, handleOnClick }: ActionProps & { label: string }) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    aria-label={label}
    onClick={() => handleOnClick()}
    className={className ?? ''}
  >
    <IconTrash size={16} stroke={1.75} aria-hidden />
  </ActionIcon>
)

export const RemoveRow = (props: ActionProps) => {
  const { t } = useLingui()
  return <Remove {...props} label={t`Remove row ${placeOf(props.path)}`} />
}

export const RemoveGroup = (props: ActionProps) => {
  const { t } = useLingui()
  return <Remove {...props} label={t`Remove group ${placeOf(props.path)}`} />
}
