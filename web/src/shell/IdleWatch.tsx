import { useIdle } from '../session/activity.ts'
import { IdleDialog } from './IdleDialog.tsx'

/** Counts how long a person rests, and asks before that is too long. */
export const IdleWatch = ({ idle_ms_max }: { idle_ms_max: number }) => {
  const { idle, stay } = useIdle(idle_ms_max)
  return idle.kind === 'warning' && <IdleDialog left_s={idle.left_s} onStay={stay} />
}
