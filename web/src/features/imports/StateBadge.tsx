import type { ImportState } from '#contract/imports/shapes.ts'
import { LookBadge } from '../../ui/Badge.tsx'
import { STATE_LOOK } from './look.ts'

export const StateBadge = ({ state }: { state: ImportState }) => <LookBadge {...STATE_LOOK[state]} />
