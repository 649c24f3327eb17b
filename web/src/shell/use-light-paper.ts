import { useEffect } from 'react'

const SCHEME = 'data-mantine-color-scheme'

/** Paper is white: while a dark screen is printed its colours are the light ones. */
export const useLightPaper = () => {
  useEffect(() => {
    const root = document.documentElement
    let on_screen: string | null = null
    const toPaper = () => {
      on_screen ??= root.getAttribute(SCHEME)
      root.setAttribute(SCHEME, 'light')
    }
    const toScreen = () => {
      if (on_screen) root.setAttribute(SCHEME, on_screen)
      on_screen = null
    }
    window.addEventListener('beforeprint', toPaper)
    window.addEventListener('afterprint', toScreen)
    return () => {
      window.removeEventListener('beforeprint', toPaper)
      window.removeEventListener('afterprint', toScreen)
    }
  }, [])
}
