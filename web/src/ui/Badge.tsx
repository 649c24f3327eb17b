import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Badge.module.css'

export type Tone = 'waiting' | 'good' | 'bad' | 'worst' | 'neutral' | 'moving'

/** How something stands, told by icon, word and colour. */
export const Badge = ({ tone, icon: Icon, word }: { tone: Tone; icon: TablerIcon; word: ReactNode }) => (
  <span className={classes.badge} data-tone={tone}>
    <Icon size={14} stroke={2} aria-hidden />
    {word}
  </span>
)

/** A state's tone and icon, and its word before it is said in a language. */
export type Look = { tone: Tone; icon: TablerIcon; word: MessageDescriptor }

export const LookBadge = ({ word, ...look }: Look) => {
  const { _ } = useLingui()
  return <Badge {...look} word={_(word)} />
}
