import { DAY_MS } from '../time/units.ts'

/** Days before the end of a signing certificate at which somebody is told, the last first. */
const WARNING_DAYS = [1, 7, 30, 60] as const

export type Expiry = {
  /** Begun days count as whole ones; 0 when it has ended. */
  days_left: number
  /** The warning that was reached: 60, 30, 7, 1, or 0 for an ended certificate. */
  level: 0 | (typeof WARNING_DAYS)[number]
}

/** How near the end of a certificate is; undefined while it is more than 60 days away. */
export const expiryOf = (not_after: Date, now: Date): Expiry | undefined => {
  const days_left = Math.max(0, Math.ceil((not_after.getTime() - now.getTime()) / DAY_MS))
  if (days_left === 0) return { days_left, level: 0 }
  const level = WARNING_DAYS.find((days) => days_left <= days)
  return level && { days_left, level }
}
