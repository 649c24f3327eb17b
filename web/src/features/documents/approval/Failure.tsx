import { Text } from '@mantine/core'

/** Why this document stayed when the others were approved. */
export const Failure = ({ why }: { why: string | undefined }) =>
  why ? (
    <Text size="xs" c="var(--bad)" maw={320} style={{ whiteSpace: 'normal' }}>
      {why}
    </Text>
  ) : null
