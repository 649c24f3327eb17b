import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Defect, type DefectFile, defects } from '#contract/defects.ts'
import { q } from '../../api/queries.ts'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { EditDefect } from './EditDefect.tsx'

type Props = {
  id: string
  /** Where it stands on the page that is shown: a link leads to any. */
  row: Defect | undefined
  onPreview: (defect: Defect, file: DefectFile) => void
  onClose: () => void
}

/** The defect that the address calls open. */
export const OpenDefect = ({ id, row, onPreview, onClose }: Props) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(defects.get, { params: { id } }))
  const defect = row ?? data
  if (defect)
    return <EditDefect defect={defect} onPreview={(file) => onPreview(defect, file)} onClose={onClose} />
  return (
    <Sheet title={t`Defect`} onClose={onClose}>
      {error ? (
        <LoadError error={error} title={t`The defect could not be loaded.`} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={320} aria-busy />
      )}
    </Sheet>
  )
}
