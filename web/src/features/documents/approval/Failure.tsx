import { Text } from '@mantine/core'
import { told } from '../../../i18n.ts'

/** Why this document stayed when the others were approved. */
export const Failure = ({ why }: { why: string | undefined }) =>
  why ? (
    <Text size="xs" c="var(--bad)" maw={320} style={{ whiteSpace: 'normal' }}>
      {told(why)}
    </Text>
  ) : null
