import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { changeRequests } from '#contract/people/change-requests.ts'
import type { Group, ListedStoreCode } from '#contract/people/groups.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { useFailedWords, useSubmitChange } from './use-submit-change.tsx'

/** Asks for the deletion of a group, after it was shown who loses what. */
export const useDeleteGroup = () => {
  const failed = useFailedWords('group', 'delete')
  const { act } = useAct(changeRequests.previewGroup, { failed })
  const submit = useSubmitChange('group', 'delete')
  return async ({ id, name }: Group) => {
    const body = { action: 'delete', group_id: id, name } as const
    const preview = await act({ body })
    if (preview) await submit(preview, body)
  }
}

/** The same for a department. */
export const useDeleteStore = () => {
  const { act } = useAct(changeRequests.previewStoreCode)
  const submit = useSubmitChange('store_code', 'delete')
  return async ({ id, code, name }: ListedStoreCode) => {
    const body = { action: 'delete', storecode_id: id, code, name } as const
    const preview = await act({ body })
    if (preview) await submit(preview, body)
  }
}

/** Beside the button that edits the row. */
export const DeleteButton = ({ name, onDelete }: { name: string; onDelete: () => Promise<void> }) => {
  const { t } = useLingui()
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={t`Delete ${name}`}
      onClick={() => void onDelete()}
    >
      <Trans>Delete</Trans>
    </Button>
  )
}
