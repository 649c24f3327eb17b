import { useEffect } from 'react'
import { isForbidden } from './LoadError.tsx'
import { toastBad } from './toasts.ts'

/**
 * Says that something could not be fetched: once, however often it is tried, or of `each` try that failed. A missing
 * right is no failure; the page says it.
 */
export const useFailureToast = (error: unknown, message: string, { each = false } = {}) => {
  const failed = error !== null && !isForbidden(error)
  const told = each ? error : failed
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try that failed is told anew where each one is
  useEffect(() => {
    if (failed) toastBad(message)
  }, [failed, message, told])
}
