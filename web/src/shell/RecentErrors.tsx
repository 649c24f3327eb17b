import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Group, Indicator, Popover, ScrollArea, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { InstantText } from '../ui/DateText.tsx'
import { forgetErrors, useRecentErrors } from '../ui/recent-errors.ts'
import classes from './RecentErrors.module.css'

/** The last 20 errors, readable after their toasts are gone. */
export const RecentErrors = () => {
  const { t } = useLingui()
  const errors = useRecentErrors()
  // What went wrong for one person is nothing to the next one in this tab.
  useEffect(() => forgetErrors, [])
  return (
    <Popover position="bottom-end" width="min(360px, calc(100vw - 16px))" shadow="md" trapFocus returnFocus>
      <Indicator disabled={errors.length === 0} color="red.9" size={9} offset={5} withBorder>
        <Popover.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={t`Recent errors: ${errors.length}`}>
            <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0}>
        <Group justify="space-between" px="sm" py="xs">
          <Text fw={580}>
            <Trans>Recent errors</Trans>
          </Text>
          <Button variant="subtle" size="compact-sm" disabled={errors.length === 0} onClick={forgetErrors}>
            <Trans>Clear</Trans>
          </Button>
        </Group>
        <ScrollArea.Autosize mah={360}>
          {errors.length === 0 && (
            <Text c="dimmed" size="sm" px="sm" pb="md">
              <Trans>Nothing went wrong in this session.</Trans>
            </Text>
          )}
          <ul className={classes.errors}>
            {errors.map((error) => (
              <li key={error.id}>
                <span>{error.message}</span>
                <small>
                  <InstantText value={error.at.toISOString()} />
                </small>
              </li>
            ))}
          </ul>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}
