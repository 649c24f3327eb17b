import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { InstantText } from '../../ui/DateText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Draft } from './form/draft.ts'

type Props = { draft: Draft; onRestore: () => void; onDiscard: () => void }

/** An earlier visit left something unfinished here. */
export const DraftOffer = ({ draft, onRestore, onDiscard }: Props) => (
  <Notice tone="info">
    <Group justify="space-between" gap="sm">
      <span>
        <Trans>
          You left an unfinished draft on <InstantText value={draft.saved_at} />.
        </Trans>
      </span>
      <Group gap="xs">
        <Button size="compact-sm" onClick={onRestore}>
          <Trans>Continue with the draft</Trans>
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
          <Trans>Discard it</Trans>
        </Button>
      </Group>
    </Group>
  </Notice>
)
