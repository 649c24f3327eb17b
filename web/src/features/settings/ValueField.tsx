import { useLingui } from '@lingui/react/macro'
import { NativeSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import type { Setting } from '#domain/settings/kinds.ts'
import { told } from '../../i18n.ts'
import type { Draft } from './drafts.ts'
import classes from './settings.module.css'

type Props = {
  setting: Setting
  label: string
  typed: Draft['typed']
  error: string | undefined
  /** There is a secret that another one would replace. */
  is_set: boolean
  /** What to know beside what is typed; nothing where false. */
  note: string | false
  onTyped: (typed: Draft['typed']) => void
}

const TYPED_CHARS_MAX = 200

/** The field by the kind of the setting: a switch, a choice, a secret, times in seconds, or a text. */
export const ValueField = ({ setting, label, typed, error, is_set, note, onTyped }: Props) => {
  const { t } = useLingui()
  const usual = {
    'aria-label': label,
    error,
    className: classes.field,
    'data-autofocus': true,
    autoFocus: true,
  }
  const text = {
    ...usual,
    value: String(typed),
    description: note,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onTyped(currentTarget.value),
  }
  switch (setting.type) {
    case 'switch':
      return (
        <Switch
          {...usual}
          description={note}
          checked={typed === true}
          label={typed === true ? t`On` : t`Off`}
          onChange={({ currentTarget }) => onTyped(currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...text}
          data={Object.entries(setting.choices).map(([value, words]) => ({ value, label: told(words) }))}
        />
      )
    case 'secret':
      return (
        <PasswordInput
          {...text}
          autoComplete="new-password"
          {...(is_set && { placeholder: t`Another one; empty removes it` })}
          maxLength={setting.length_max}
        />
      )
    case 'count':
      return <TextInput {...text} inputMode="numeric" maxLength={TYPED_CHARS_MAX} />
    case 'text':
      return <TextInput {...text} maxLength={setting.length_max} />
    default:
      return (
        <TextInput
          {...text}
          description={note || (setting.type === 'numbers' ? t`Seconds, with commas between` : t`Seconds`)}
          inputMode="decimal"
          maxLength={TYPED_CHARS_MAX}
        />
      )
  }
}
