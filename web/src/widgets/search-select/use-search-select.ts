import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { matchOptions, type Option, textOf } from './match.ts'

export type Choices = {
  options: readonly Option[]
  /** The chosen option's value; empty when there is none. */
  value: string
  onChoose: (option: Option) => void
  /** How the choice reads when it is not among the options (a party chosen long ago), or in short (a code). */
  shown?: string | undefined
  /** Asks elsewhere while the clerk types; the options are then taken as they come. */
  onSearch?: ((typed: string) => void) | undefined
  /** Free text: what is typed is the value, and the options are only suggestions. */
  onType?: ((typed: string) => void) | undefined
  /** The options do not answer what was typed yet, so nothing may be chosen blindly. */
  busy?: boolean | undefined
  disabled?: boolean | undefined
}

const SHOWN_MAX = 50

/** State and keys of a searchable select: an input that owns a list (ARIA combobox with list autocomplete). */
export const useSearchSelect = (choices: Choices) => {
  const { options, value, onChoose, shown, onSearch, onType, busy = false, disabled = false } = choices
  const list_id = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const sought = onType ? value : (typed ?? '')
  const matches = useMemo(() => {
    if (!open) return []
    return onSearch ? options.slice(0, SHOWN_MAX) : matchOptions(options, sought, SHOWN_MAX)
  }, [open, onSearch, options, sought])
  const listed = open && (matches.length > 0 || !onType)

  const show = () => {
    if (disabled || open) return
    setOpen(true)
    const chosen_at = options.findIndex((option) => option.value === value)
    setActive(onType || chosen_at >= SHOWN_MAX ? -1 : chosen_at)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
    if (typed) onSearch?.('')
  }
  const choose = (option: Option) => {
    onChoose(option)
    close()
  }
  const type = (text: string) => {
    setOpen(true)
    setTyped(text)
    setActive(onType ? -1 : 0)
    onSearch?.(text)
    onType?.(text)
  }
  const step = (by: 1 | -1) => setActive((at) => Math.max(0, Math.min(matches.length - 1, at + by)))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && event.altKey) show()
    else if (!listed) return
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter') {
      const option = busy ? undefined : matches[active]
      if (!option && onType) return close()
      if (option) choose(option)
    } else {
      // Tab takes what was typed for and moves on.
      const option = event.key === 'Tab' && typed && !busy ? matches[active] : undefined
      if (option) choose(option)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const chosen = shown ?? textOfValue(options, value)
  return {
    matches,
    active,
    listed,
    list_id,
    option_id: (at: number) => `${list_id}-${at}`,
    choose,
    show,
    more: !onSearch && matches.length === SHOWN_MAX,
    input: {
      role: 'combobox',
      'aria-expanded': listed,
      'aria-autocomplete': 'list',
      ...(listed && { 'aria-controls': list_id }),
      ...(listed && active >= 0 && { 'aria-activedescendant': `${list_id}-${active}` }),
      autoComplete: 'off',
      spellCheck: false,
      value: onType ? value : (typed ?? chosen),
      onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
      onKeyDown,
      onClick: onType ? undefined : show,
      onBlur: close,
    } as const,
  }
}

const textOfValue = (options: readonly Option[], value: string) => {
  const option = options.find((one) => one.value === value)
  return option ? textOf(option) : value
}
