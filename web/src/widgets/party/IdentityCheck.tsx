import { useDebouncedValue } from '@mantine/hooks'
import { type Identity, normaliseIdentity } from '#domain/identity/normalise.ts'
import type { FieldMessage } from '#domain/problems.ts'
import { TinLine } from '../tin-check/TinLine.tsx'
import { IdentityHints } from './IdentityHints.tsx'

type Props = {
  /** As it is typed. */
  party: Identity
  /** For which company LHDN is asked; empty while it is not known, left out where nobody is asked. */
  sender_entity_id?: string
  warnings?: readonly FieldMessage[]
  onTake: Parameters<typeof IdentityHints>[0]['onTake']
}

/** Nobody is asked while somebody types. */
const PAUSE_MS = 700

/** What is known of a party's numbers before it is saved: how they are written, of which type, and what LHDN says. */
export const IdentityCheck = ({ party: typed, sender_entity_id, warnings = [], onTake }: Props) => {
  const { party, changes } = normaliseIdentity(typed)
  const { tin_no: tin, identity_type: id_type, identity_number: id_value } = party
  const [asked] = useDebouncedValue(JSON.stringify({ tin, id_type, id_value }), PAUSE_MS)
  return (
    <div>
      <IdentityHints changes={changes} warnings={warnings} party={party} onTake={onTake} />
      {sender_entity_id !== undefined && (
        <TinLine {...(JSON.parse(asked) as Asked)} sender_entity_id={sender_entity_id} />
      )}
    </div>
  )
}

type Asked = { tin: string; id_type: string; id_value: string }
