import { useLingui } from '@lingui/react/macro'
import type { ImportState } from '#contract/imports/shapes.ts'
import { Badge } from '../../ui/Badge.tsx'
import { STATE_LOOK } from './look.ts'

export const StateBadge = ({ state }: { state: ImportState }) => {
  const { i18n } = useLingui()
  const { word, ...look } = STATE_LOOK[state]
  return <Badge {...look} word={i18n._(word)} />
}
