import { useLingui } from '@lingui/react/macro'
import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Defect, type DefectFile, defects } from '#contract/defects.ts'
import { q } from '../../api/queries.ts'
import { useEscape } from '../../ui/dialogs/escape.ts'
import { useFocusBack } from '../../ui/dialogs/focus-back.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './defects.module.css'

type Props = { defect: Pick<Defect, 'id' | 'defect_number'>; file: DefectFile; onClose: () => void }

/** A screenshot as large as there is room. Its bytes come by a call with the token and are drawn, never opened. */
export const ScreenshotDialog = ({ defect: { id, defect_number }, file, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(defects.file, { params: { id, file_id: file.id } }))
  const address = useAddressOf(data)
  useFocusBack()
  // It may lie above the form of its defect, which has the next one.
  useEscape(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={t`Screenshot of ${defect_number}`}
      closeOnEscape={false}
      returnFocus={false}
    >
      {error && (
        <LoadError
          error={error}
          title={t`The screenshot could not be loaded.`}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !address && <Skeleton h={320} aria-busy />}
      {address && <img className={classes.screenshot} src={address} alt={file.name} />}
    </Modal>
  )
}

/** The address under which the browser draws these bytes, while this is on the screen. */
const useAddressOf = (content: Blob | undefined) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}
