import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'

/** Opens one row's form; `name` tells those who cannot see the row which one. */
export const EditButton = ({ name, onEdit }: { name: string; onEdit: () => void }) => {
  const { t } = useLingui()
  return (
    <Button
      data-opens
      variant="subtle"
      size="compact-sm"
      ml={-8}
      aria-label={t`Edit ${name}`}
      onClick={onEdit}
    >
      <Trans>Edit</Trans>
    </Button>
  )
}
