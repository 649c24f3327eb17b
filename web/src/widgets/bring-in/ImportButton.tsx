import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ComponentType, Suspense, useState } from 'react'

/** Opens the dialog that brings things in by a file; it comes once it is wanted. */
export const ImportButton = ({ dialog: Dialog }: { dialog: ComponentType<{ onClose: () => void }> }) => {
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
      <Suspense>{opened && <Dialog onClose={() => setOpened(false)} />}</Suspense>
    </>
  )
}
