import { useLingui } from '@lingui/react/macro'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCircleCheck,
  IconCircleDot,
  IconCircleX,
  IconClockPause,
  IconFlame,
  IconProgress,
  type TablerIcon,
} from '@tabler/icons-react'
import type { DefectCategory, DefectStatus, Severity } from '#domain/defects/words.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

/** What the words of a defect are called on the screen. */
export const useDefectWords = () => {
  const { t } = useLingui()
  const statuses: Record<DefectStatus, string> = {
    ...{
      new: t`New`,
      assigned: t`Assigned`,
      in_progress: t`In Progress`,
      fixed: t`Fixed`,
      retest: t`Retest`,
    },
    ...{ deferred: t`Deferred`, closed: t`Closed`, rejected: t`Rejected` },
  }
  const severities: Record<Severity, string> = {
    ...{ low: t`Low`, medium: t`Medium`, high: t`High`, critical: t`Critical` },
  }
  const categories: Record<DefectCategory, string> = {
    ...{ Defect: t`Defect`, Enhancement: t`Enhancement`, Clarification: t`Clarification` },
  }
  return { statuses, severities, categories }
}

type Look = { tone: Tone; icon: TablerIcon }

/** Green, yellow, red and black, as specified. */
const SEVERITY_LOOKS: Record<Severity, Look> = {
  low: { tone: 'good', icon: IconArrowDown },
  medium: { tone: 'waiting', icon: IconArrowUp },
  high: { tone: 'bad', icon: IconAlertTriangle },
  critical: { tone: 'worst', icon: IconFlame },
}

const STATUS_LOOKS: Record<DefectStatus, Look> = {
  new: { tone: 'waiting', icon: IconCircleDot },
  assigned: { tone: 'moving', icon: IconProgress },
  in_progress: { tone: 'moving', icon: IconProgress },
  fixed: { tone: 'good', icon: IconCircleCheck },
  retest: { tone: 'moving', icon: IconProgress },
  deferred: { tone: 'neutral', icon: IconClockPause },
  closed: { tone: 'good', icon: IconCircleCheck },
  rejected: { tone: 'neutral', icon: IconCircleX },
}

export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <Badge {...SEVERITY_LOOKS[severity]} word={useDefectWords().severities[severity]} />
)

export const DefectStatusBadge = ({ status }: { status: DefectStatus }) => (
  <Badge {...STATUS_LOOKS[status]} word={useDefectWords().statuses[status]} />
)
