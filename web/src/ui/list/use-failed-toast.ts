import { useEffect } from 'react'
import { toastBad } from '../toasts.ts'

/** Tells once of each read that failed; the list itself says why. */
export const useFailedToast = (error: Error | null, failed: string) => {
  useEffect(() => {
    if (error) toastBad(failed)
  }, [error, failed])
}
