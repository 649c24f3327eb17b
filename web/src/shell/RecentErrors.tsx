import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { later } from '../ui/later/later.ts'
import { forgetErrors, useRecentErrors } from '../ui/recent-errors.ts'

const ErrorList = later(async () => (await import('./ErrorList.tsx')).ErrorList)

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
        <Suspense>
          <ErrorList errors={errors} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
