import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/** Light or dark; until chosen, as the system says. */
export const SchemeToggle = () => {
  const { t } = useLingui()
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light')
  const label = shown === 'dark' ? t`Use light colours` : t`Use dark colours`
  const Icon = shown === 'dark' ? IconSun : IconMoon
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        onClick={() => setColorScheme(shown === 'dark' ? 'light' : 'dark')}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
