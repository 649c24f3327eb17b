import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { GENERAL_PUBLIC_PARTY } from '#domain/documents/document.ts'
import type { FormParty } from '../form/state.ts'

/** Of no address book: LHDN says how the other side of a consolidated document is written, for every company alike. */
const PARTY: FormParty = { ...GENERAL_PUBLIC_PARTY, sender_entity_id: '' }

/** Whose names nobody asked for: the buyers of a month's receipts. */
export const GeneralPublic = ({ onTake }: { onTake: (party: FormParty) => void }) => (
  <Button
    size="compact-sm"
    variant="subtle"
    leftSection={<IconUsers size={16} aria-hidden />}
    onClick={() => onTake(PARTY)}
  >
    <Trans>General Public</Trans>
  </Button>
)
