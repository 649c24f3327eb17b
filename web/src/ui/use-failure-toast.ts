import { useEffect } from 'react'
import { isForbidden } from './LoadError.tsx'
import { toastBad } from './toasts.ts'

/** Says once that something could not be fetched. A missing right is no failure; the page says it. */
export const useFailureToast = (error: unknown, message: string) => {
  const failed = error !== null && !isForbidden(error)
  useEffect(() => {
    if (failed) toastBad(message)
  }, [failed, message])
}
