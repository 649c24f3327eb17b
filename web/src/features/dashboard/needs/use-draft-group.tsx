import { useLingui } from '@lingui/react/macro'
import { IconPencil } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatInstant } from '../../../dates.ts'
import { paths } from '../../../paths.ts'
import { usePermissions } from '../../../session/session.ts'
import { flagFor, formLink } from '../../../widgets/drafts/slot.ts'
import { NeedGroup } from './NeedGroup.tsx'
import { NeedRow } from './NeedRow.tsx'
import { useDrafts } from './use-drafts.ts'

const ROWS_MAX = 3

/** What this browser keeps unfinished; no other one and no server knows of it. The form offers it back. */
export const useDraftGroup = (): ReactElement[] => {
  const { t } = useLingui()
  const permissions = usePermissions()
  const drafts = useDrafts().filter(({ slot }) => permissions[flagFor(slot)])
  if (drafts.length === 0) return []
  return [
    <NeedGroup
      key="drafts"
      title={t`Drafts in this browser`}
      icon={IconPencil}
      tone="neutral"
      group={{ count: drafts.length, more: false }}
      all={permissions.can_create_invoice ? { to: paths.create } : undefined}
    >
      {drafts.slice(0, ROWS_MAX).map(({ shelf_key, slot, saved_at, sending, form: { customer } }) => {
        const at = formatInstant(new Date(sending?.at ?? saved_at))
        return (
          <NeedRow
            key={shelf_key}
            name={t`Draft`}
            party={customer?.name || t`No customer yet`}
            why={sending ? t`was being sent on ${at}` : t`kept on ${at}`}
            act={{ words: t`Continue`, to: formLink(slot) }}
          />
        )
      })}
    </NeedGroup>,
  ]
}
