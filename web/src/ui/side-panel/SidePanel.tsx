import { useLingui } from '@lingui/react/macro'
import { CloseButton, Drawer, Title } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import classes from './SidePanel.module.css'
import { useRoomBeside } from './use-room-beside.ts'

const WIDTH_PX = 560

type Props = {
  opened: boolean
  title: string
  /** Where it stands beside the screen this is it, for whoever gives it the focus; it takes none by itself there. */
  panel: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/**
 * What is told of one thing, beside the screen, which stays as usable as before, or above it and alone where there is
 * no room. Who closes it gives the focus back.
 */
export const SidePanel = ({ opened, title, panel, onClose, children }: Props) => {
  const beside = useRoomBeside()
  if (!beside) {
    return (
      <Drawer
        opened={opened}
        onClose={onClose}
        position="right"
        size={WIDTH_PX}
        title={title}
        overlayProps={{ backgroundOpacity: 0.12 }}
        returnFocus={false}
      >
        {children}
      </Drawer>
    )
  }
  if (!opened) return null
  return (
    <Beside title={title} panel={panel} onClose={onClose}>
      {children}
    </Beside>
  )
}

const Beside = ({ title, panel, onClose, children }: Omit<Props, 'opened'>) => {
  const { t } = useLingui()
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Said once: the keys of the screen hear nothing more of it.
    event.stopPropagation()
    onClose()
  }
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      className={classes.panel}
      data-beside
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title}>
          {title}
        </Title>
        <CloseButton aria-label={t`Close`} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}
