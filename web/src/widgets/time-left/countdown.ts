import { t } from '@lingui/core/macro'

/** "71 h 12 min", "12 min 04 s"; undefined once the time is over. */
export const countdownText = (left_ms: number): string | undefined => {
  if (left_ms <= 0) return undefined
  const seconds = Math.floor(left_ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`
  const [hours, rest] = [Math.floor(minutes / 60), pad(minutes % 60)]
  return t`${hours} h ${rest} min`
}

const pad = (number: number) => String(number).padStart(2, '0')
