import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { usePermissions, useProfile } from '../../session/session.ts'
import { isDialogOpen, useKeyHost } from '../../ui/keys/keys.ts'
import { focusSearch, leaveRows, stepRow, tickRow } from '../../ui/keys/rows.ts'
import { later } from '../../ui/later/later.ts'
import { menuFor } from '../../widgets/menu.ts'

const Palette = later(async () => (await import('./Palette.tsx')).Palette)
const KeysHelp = later(async () => (await import('./KeysHelp.tsx')).KeysHelp)

export type KeysPanel = 'palette' | 'help' | undefined

type Props = { panel: KeysPanel; onPanel: (panel: KeysPanel) => void }

/** What every screen does by key, and the two panels of it. Ctrl+K also acts while somebody types. */
export const ShellKeys = ({ panel, onPanel }: Props) => {
  const navigate = useNavigate()
  const { access_type, shortcuts } = useProfile()
  const menu = menuFor(usePermissions(), access_type)
  const close = () => onPanel(undefined)
  useHotkeys([['mod+K', () => isDialogOpen() || onPanel('palette')]], [])
  useKeyHost(shortcuts, {
    '?': () => onPanel('help'),
    '/': () => focusSearch() || onPanel('palette'),
    j: () => stepRow(1),
    k: () => stepRow(-1),
    x: tickRow,
    Escape: leaveRows,
    ...Object.fromEntries(menu.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
  })
  return (
    <Suspense>
      {panel === 'palette' && <Palette onClose={close} onHelp={() => onPanel('help')} />}
      {panel === 'help' && <KeysHelp menu={menu} onClose={close} />}
    </Suspense>
  )
}
