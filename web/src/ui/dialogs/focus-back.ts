import { useLayoutEffect, useState } from 'react'

/** Once this is gone, the focus returns to what had it before, or else to the content of the screen. */
export const useFocusBack = (before?: Element | null) => {
  const [opener] = useState(before ?? document.activeElement)
  useLayoutEffect(
    () => () => {
      const back = opener?.isConnected ? opener : document.getElementById('content')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
    [opener],
  )
}
