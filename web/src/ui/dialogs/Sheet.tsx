import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEscape } from './escape.ts'
import { useFocusBack } from './focus-back.ts'
import classes from './Sheet.module.css'

const WIDTH_PX = 520

type Props = { title: string; onClose: () => void; children: ReactNode }

/** What is told of one thing, above its screen, at the side. It is there as long as it is rendered. */
export const Sheet = ({ title, onClose, children }: Props) => {
  useFocusBack()
  useEscape(onClose)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={WIDTH_PX}
      title={title}
      overlayProps={{ backgroundOpacity: 0.12 }}
      closeOnEscape={false}
      returnFocus={false}
      classNames={{ title: classes.title ?? '' }}
    >
      {children}
    </Drawer>
  )
}
