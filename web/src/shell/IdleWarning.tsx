import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useIdle } from '../session/activity.ts'
import { sessionOptions } from '../session/session.ts'
import { later } from '../ui/later/later.ts'

const IdleDialog = later(async () => (await import('./IdleDialog.tsx')).IdleDialog)

/** Warns two minutes before the idle limit ends the session, once that is known; the server ends it anyway. */
export const IdleWarning = () => {
  const { data } = useQuery(sessionOptions)
  return data && <Watch idle_ms_max={data.idle_ms_max} />
}

const Watch = ({ idle_ms_max }: { idle_ms_max: number }) => {
  const { idle, stay } = useIdle(idle_ms_max)
  return <Suspense>{idle.kind === 'warning' && <IdleDialog left_s={idle.left_s} onStay={stay} />}</Suspense>
}
