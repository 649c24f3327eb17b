import { plural, t } from '@lingui/core/macro'
import { HOUR_MS } from '#domain/time/units.ts'

const DAY_HOURS = 24

/** How long something has stood, in whole hours, from two days on in days. */
export const ageText = (since: string, now_ms: number): string => {
  const hours = Math.max(0, Math.floor((now_ms - Date.parse(since)) / HOUR_MS))
  if (hours === 0) return t`less than an hour`
  if (hours < 2 * DAY_HOURS) return plural(hours, { one: '# hour', other: '# hours' })
  return plural(Math.floor(hours / DAY_HOURS), { one: '# day', other: '# days' })
}
