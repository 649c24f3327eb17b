import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'

const ROOM = '(min-width: 80em)'

/**
 * Whether a panel has room beside the screen; otherwise it lies above it. A sheet of paper changes nothing of that.
 * Apart from the panel, which the list asks for long before it comes.
 */
export const useRoomBeside = () => {
  const wide = useMediaQuery(ROOM, undefined, { getInitialValueInEffect: false })
  const kept = useRef(wide)
  if (!window.matchMedia('print').matches) kept.current = wide
  return kept.current
}
