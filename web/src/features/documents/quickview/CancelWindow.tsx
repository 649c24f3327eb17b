import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DocumentDetail } from '#contract/document-detail.ts'
import { isNote } from '#domain/documents/document.ts'
import { paths } from '../../../paths.ts'
import { usePermissions, useProfile } from '../../../session/session.ts'
import { InstantText } from '../../../ui/DateText.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { TimeLeft } from '../../../widgets/time-left/TimeLeft.tsx'
import { useMovedOn } from './use-moved-on.ts'

/**
 * How long the authority still takes a cancellation; after that, the notes which correct the document instead. A note
 * itself is corrected by a further note of its original (decisions/045).
 */
export const CancelWindow = ({ document }: { document: DocumentDetail }) => {
  const superadmin = useProfile().access_type === 'superadmin'
  const now = useNow(1000)
  const deadline = document.lhdn?.cancel_deadline
  if (document.status !== 'Validated' || !deadline) return null
  if (now >= Date.parse(deadline)) return <Notes document={document} />
  // The buyer's request tells the time left itself.
  if (document.reject_request) return null
  return (
    <Text size="sm" c="dimmed" className="figures">
      <Trans>
        Can be cancelled for another{' '}
        <b>
          <TimeLeft until={deadline} />
        </b>
        , until <InstantText value={deadline} />.
      </Trans>{' '}
      {!superadmin && <Trans>A superadmin can cancel it.</Trans>}
    </Text>
  )
}

const Notes = ({ document }: { document: DocumentDetail }) => {
  const { t } = useLingui()
  const { can_create_invoice } = usePermissions()
  const moved_on = useMovedOn(document)
  if (!can_create_invoice) return null
  if (isNote(document.invoice_type)) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          The time for cancelling is over. Correct the document that this note refers to with another note.
        </Trans>
      </Text>
    )
  }
  // A note goes where the company sends to now, and what was sent elsewhere is not known there.
  if (moved_on) return null
  const notes = [
    { type: '02', name: t`Credit Note` },
    { type: '03', name: t`Debit Note` },
    { type: '04', name: t`Refund Note` },
  ] as const
  return (
    <div>
      <Text size="sm" c="dimmed" mb={6}>
        <Trans>The time for cancelling is over. Correct the document with a note:</Trans>
      </Text>
      <Group gap="xs">
        {notes.map(({ type, name }) => (
          <Button
            key={type}
            variant="default"
            size="compact-sm"
            renderRoot={(props) => (
              <Link {...props} to={paths.create} search={{ from: document.uuid, type }} />
            )}
          >
            {name}
          </Button>
        ))}
      </Group>
    </div>
  )
}
