import { useLingui } from '@lingui/react/macro'
import { IconClock } from '@tabler/icons-react'
import type { SavedRule } from '#contract/shaping/rules.ts'
import { formatDate } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { dayToCome } from './content.ts'

/** That a rule as it stands in its row is yet to begin, and when. */
export const ToCome = ({ rule }: { rule: SavedRule }) => {
  const { t } = useLingui()
  const day = dayToCome(rule, new Date())
  return day && <Badge tone="waiting" icon={IconClock} word={t`To come: ${formatDate(day)}`} />
}
