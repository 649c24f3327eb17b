import { Button, Group, Stack } from '@mantine/core'
import { type Asked, proceed } from './ask.ts'
import { Dismiss } from './Dismiss.tsx'

/** Focus starts on the way out, so a stray Enter does nothing. */
export const ConfirmForm = ({ wording, busy }: Pick<Asked, 'wording' | 'busy'>) => (
  <Stack>
    {wording.body && <div>{wording.body}</div>}
    <Group justify="flex-end" gap="xs">
      <Dismiss label={wording.dismiss_label} busy={busy} data-autofocus />
      <Button {...(wording.danger && { color: 'red.9' })} onClick={() => void proceed()} loading={busy}>
        {wording.confirm_label}
      </Button>
    </Group>
  </Stack>
)
