import { useLayoutEffect, useRef } from 'react'

/** Gives the focus to a heading, which takes none by itself: to the screen's, unless it is another. */
export const focusHeading = (heading = document.querySelector<HTMLElement>('#content h1')) => {
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** For a panel that goes by itself: whoever was in it then is led to the screen's heading. */
export const useFocusLeft = () => {
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = panel.current
    return () => {
      if (shown?.contains(document.activeElement)) focusHeading()
    }
  }, [])
  return panel
}
