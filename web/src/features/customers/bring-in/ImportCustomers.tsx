import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { whenWanted } from '../../../ui/later/later.ts'

const ImportDialog = whenWanted(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** Opens the dialog that brings customers in by a file. */
export const ImportCustomers = () => {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <Trans>Import CSV</Trans>
      </Button>
      <Suspense>{opened && <ImportDialog onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
