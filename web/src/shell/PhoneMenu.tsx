import { Trans } from '@lingui/react/macro'
import { Drawer } from '@mantine/core'
import { useLateOpen } from '../ui/later/late-open.ts'
import { SideMenu } from './SideMenu.tsx'

type Props = { opened: boolean; onClose: () => void }

/** The side menu where there is no room beside the screen. */
export const PhoneMenu = ({ opened, onClose }: Props) => (
  <Drawer
    opened={useLateOpen(opened)}
    onClose={onClose}
    size={272}
    title={<Trans>Menu</Trans>}
    hiddenFrom="md"
  >
    <SideMenu />
  </Drawer>
)
