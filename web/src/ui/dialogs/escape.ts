import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent } from 'react'

/** What Escape closes, the topmost last. */
const closers: (() => void)[] = []

/** While this is shown, Escape closes it and nothing beneath it. */
export const useEscape = (close: () => void) => {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const closer = () => closeNow()
    closers.push(closer)
    return () => {
      closers.splice(closers.indexOf(closer), 1)
    }
  }, [])
}

/** For the host alone, which stands before every panel that listens itself: the first to hear is asked first. */
export const useEscapeHost = () => useWindowEvent('keydown', closeTopmost, { capture: true })

const closeTopmost = (event: KeyboardEvent) => {
  const close = closers.at(-1)
  if (event.key !== 'Escape' || event.isComposing || !close || isTakenByField(event.target)) return
  event.stopImmediatePropagation()
  close()
}

/** A field whose choices or calendar are open closes those first. */
const isTakenByField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-mantine-stop-propagation=true]') !== null
