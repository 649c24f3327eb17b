import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { sessionOptions } from '../session/session.ts'
import { later, useBegun } from '../ui/later/later.ts'

const IdleWatch = later(async () => (await import('./IdleWatch.tsx')).IdleWatch)

/**
 * Warns two minutes before the idle limit ends the session, once that is known; the server ends it anyway. It counts
 * from the first sign of life, or some seconds after the screen came.
 */
export const IdleWarning = () => {
  const { data } = useQuery(sessionOptions)
  const begun = useBegun()
  return <Suspense>{data && begun && <IdleWatch idle_ms_max={data.idle_ms_max} />}</Suspense>
}
