import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'

/** Reads a log on, below its last row. */
export const LoadMore = ({ load, busy }: { load: () => void; busy: boolean }) => (
  <Group justify="center">
    <Button variant="default" loading={busy} onClick={load}>
      <Trans>Load More</Trans>
    </Button>
  </Group>
)
