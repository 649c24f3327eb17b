import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { matchOptions, type Option, optionsNamed, textOf } from './match.ts'

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
  /**
   * The field was left with a text that is none of the options. It stays there, with an error; what was chosen before
   * holds no more.
   */
  onUnread?: ((typed: string) => void) | undefined
  /** Makes the choice optional: an emptied field means none. */
  onClear?: (() => void) | undefined
  /** The options do not answer what was typed yet, so nothing may be chosen blindly. */
  busy?: boolean | undefined
  /** Why there are no options to search, where they did not come. */
  failed?: string | undefined
  disabled?: boolean | undefined
  /**
   * Arrow down opens the list; in the cell of a table it goes to the next line, and opens with Alt alone. Free text
   * that does not open so offers nothing by itself, only what matches its words.
   */
  opens_by_arrow?: true
}

const SHOWN_MAX = 50

/** State and keys of a searchable select: an input that owns a list (ARIA combobox with list autocomplete). */
export const useSearchSelect = (choices: Choices) => {
  const { options, value, shown, onSearch, onType, busy = false, disabled = false } = choices
  const list_id = useId()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [walked, setWalked] = useState<number | undefined>(-1)
  // What several options bear means none of them until one is walked to.
  const active = walked ?? (optionsNamed(options, typed ?? '').length > 1 ? -1 : 0)
  const matches = useMatches(choices, open, typed)
  const listed = open && (matches.length > 0 || !onType)

  const show = () => {
    if (disabled || open) return
    setOpen(true)
    const chosen_at = options.findIndex((option) => option.value === value)
    setWalked(onType || chosen_at >= SHOWN_MAX ? -1 : chosen_at)
  }
  const close = () => {
    setOpen(false)
    setTyped(null)
    if (typed) onSearch?.('')
  }
  const { unread, choose, leave } = useUnread(choices, typed, close)
  const type = (text: string) => {
    setOpen(true)
    setTyped(text)
    setWalked(onType || text === '' ? -1 : undefined)
    onSearch?.(text)
    onType?.(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actionOf(event, listed, { ...choices, typed: Boolean(typed) })
    if (act === undefined) return
    const option = busy ? undefined : matches[active]
    if (act === 'open') show()
    if (act === 'next') setWalked(Math.min(matches.length - 1, active + 1))
    if (act === 'back') setWalked(Math.max(0, active - 1))
    if (act === 'choose' && option) choose(option)
    else if (act === 'close' || (act === 'choose' && onType)) close()
    // Tab goes on to the next field, and so does the Enter of someone who only typed free words.
    if (event.key === 'Tab' || (act === 'choose' && onType && !option)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    matches,
    active,
    listed,
    list_id,
    option_id: (at: number) => `${list_id}-${at}`,
    choose,
    unread: unread !== undefined && typed === null,
    more: !onSearch && matches.length === SHOWN_MAX,
    input: {
      ...comboboxRoles(listed, list_id, active),
      autoComplete: 'off',
      spellCheck: false,
      value: onType ? value : (typed ?? unread ?? shown ?? textOfValue(options, value)),
      onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
      onKeyDown,
      onClick: offersAll(choices) ? show : undefined,
      onBlur: leave,
    } as const,
  }
}

/** What the field was left with and is no option; what is chosen elsewhere (a draft, the only customer) hides it. */
const useUnread = (choices: Choices, typed: string | null, close: () => void) => {
  const { options, value, onChoose, onType, onUnread, onClear } = choices
  const [text, setText] = useState<string | null>(null)
  const choose = (option: Option) => {
    setText(null)
    onChoose(option)
    close()
  }
  /** Takes what was typed in full, where one option alone bears it; anything else stays. */
  const leave = () => {
    const [named, ...others] = typed && !onType ? optionsNamed(options, typed) : []
    if (named && others.length === 0) return choose(named)
    if (typed === '' && onClear) {
      setText(null)
      onClear()
    } else if (typed && onUnread) {
      setText(typed)
      onUnread(typed)
    }
    close()
  }
  const stands = text !== null && !options.some((option) => option.value === value)
  return { unread: stands ? text : undefined, choose, leave }
}

/** Whether all options are of use before anything is typed: those of a text are, where it is chosen as a rule. */
const offersAll = ({ onType, opens_by_arrow }: Choices) => !onType || opens_by_arrow === true

const useMatches = (choices: Choices, open: boolean, typed: string | null) => {
  const { options, value, onSearch } = choices
  const sought = typed ?? (offersAll(choices) ? '' : value)
  return useMemo(() => {
    if (!open) return []
    return onSearch ? options.slice(0, SHOWN_MAX) : matchOptions(options, sought, SHOWN_MAX)
  }, [open, onSearch, options, sought])
}

const comboboxRoles = (listed: boolean, list_id: string, active: number) =>
  ({
    role: 'combobox',
    'aria-expanded': listed,
    'aria-autocomplete': 'list',
    // Escape closes the list and leaves the panel around it open.
    'data-mantine-stop-propagation': listed,
    ...(listed && { 'aria-controls': list_id }),
    ...(listed && active >= 0 && { 'aria-activedescendant': `${list_id}-${active}` }),
  }) as const

const textOfValue = (options: readonly Option[], value: string) => {
  const option = options.find((one) => one.value === value)
  return option ? textOf(option) : value
}

type Act = 'open' | 'next' | 'back' | 'choose' | 'close'

/** What a key means to the list; undefined leaves it to the field and the table around it. */
const actionOf = (
  { key, altKey }: KeyboardEvent,
  listed: boolean,
  { typed, onType, opens_by_arrow }: Choices & { typed: boolean },
): Act | undefined => {
  if (key === 'ArrowDown' && (altKey || (opens_by_arrow && !listed))) return 'open'
  if (!listed) return undefined
  if (key === 'ArrowDown') return 'next'
  if (key === 'ArrowUp') return 'back'
  if (key === 'Escape') return 'close'
  if (key === 'Enter') return 'choose'
  // Tab takes what was typed for; free words stay as they are unless an option was walked to.
  if (key === 'Tab' && (typed || onType)) return 'choose'
  return undefined
}
