import { useEffect, useState } from 'react'

/** True from the first time on: a panel that was opened stays, to give the focus back when it closes. */
export const useOnce = (now: boolean): boolean => {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever
}

/** False when first drawn: a panel that comes late opens as any other then, and keeps in mind what had the focus. */
export const useLateOpen = (opened: boolean): boolean => {
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return opened && here
}
