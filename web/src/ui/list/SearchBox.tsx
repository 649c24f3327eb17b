import { useLingui } from '@lingui/react/macro'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import type { SearchState } from '../address/use-search-state.ts'
import classes from './List.module.css'
import type { UsualSearch } from './list-address.ts'

const TEXT_LENGTH_MAX = 200
/** The list is asked once the typing rests. */
const REST_MS = 250

type Searched = UsualSearch & { search?: string | undefined }

/** Narrows a list as one types; `/` leads here. Back undoes the search, not its letters. */
export const SearchBox = <S extends Searched>({ list, label }: { list: SearchState<S>; label: string }) => {
  const { t } = useLingui()
  const held = list.search.search ?? ''
  const { typed, setTyped, noteAsked } = useTyped(held)
  const ask = (text: string) => {
    const search = text.trim() || undefined
    if (search === list.search.search) return
    // Each is a part of every list's address.
    const part = { search, page: undefined, open: undefined } as Partial<S>
    noteAsked(search ?? '')
    if (held && search) list.replace(part)
    else list.set(part)
  }
  const askSoon = useDebouncedCallback(ask, { delay: REST_MS, flushOnUnmount: false })
  const type = (text: string) => {
    setTyped(text)
    askSoon(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') askSoon.flush()
    if (event.key === 'Escape' && typed) {
      event.preventDefault()
      type('')
    }
  }
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={label}
      maxLength={TEXT_LENGTH_MAX}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={t`Clear the search`} onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}

/**
 * What stands in the box. It follows the address when that says something else than was asked for from here: what was
 * asked for comes back a moment later, when more may be typed.
 */
const useTyped = (held: string) => {
  const [typed, setTyped] = useState(held)
  const [seen, setSeen] = useState(held)
  const [asked, setAsked] = useState<readonly string[]>([])
  if (seen !== held) {
    const at = asked.indexOf(held)
    setSeen(held)
    setAsked(at < 0 ? [] : asked.slice(at + 1))
    if (at < 0) setTyped(held)
  }
  return { typed, setTyped, noteAsked: (text: string) => setAsked((before) => [...before, text]) }
}
