import { t } from '@lingui/core/macro'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time/units.ts'

/** How long ago an instant is, in the largest unit of which one has passed. */
export const agoText = (at: string, now_ms: number): string => {
  const passed_ms = now_ms - Date.parse(at)
  if (passed_ms < MINUTE_MS) return t`just now`
  const [minutes, hours] = [Math.floor(passed_ms / MINUTE_MS), Math.floor(passed_ms / HOUR_MS)]
  if (passed_ms < HOUR_MS) return t`${minutes} min ago`
  if (passed_ms < DAY_MS) return t`${hours} h ago`
  const days = Math.floor(passed_ms / DAY_MS)
  return days === 1 ? t`1 day ago` : t`${days} days ago`
}
