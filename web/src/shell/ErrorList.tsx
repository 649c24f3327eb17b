import { Trans } from '@lingui/react/macro'
import { Button, Group, ScrollArea, Text } from '@mantine/core'
import { InstantText } from '../ui/DateText.tsx'
import { forgetErrors, type useRecentErrors } from '../ui/recent-errors.ts'
import classes from './ErrorList.module.css'

/** What went wrong in this tab, the last first, and how to clear it. */
export const ErrorList = ({ errors }: { errors: ReturnType<typeof useRecentErrors> }) => (
  <>
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
  </>
)
