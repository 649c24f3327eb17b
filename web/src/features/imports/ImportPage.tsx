import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Import, ImportState } from '#contract/imports/shapes.ts'
import { paths } from '../../paths.ts'
import { useSearchState } from '../../ui/address/use-search-state.ts'
import { LoadError } from '../../ui/LoadError.tsx'
import { Page } from '../../ui/Page.tsx'
import { CancelButton } from './CancelButton.tsx'
import { CheckStep } from './check/CheckStep.tsx'
import { Ended } from './Ended.tsx'
import { readImport } from './import-address.ts'
import { isOver } from './look.ts'
import { MatchStep } from './match/MatchStep.tsx'
import { StateBadge } from './StateBadge.tsx'
import { Steps } from './Steps.tsx'
import { useUploadCrumbs } from './upload-crumbs.ts'
import { useImport } from './use-import.ts'
import { Working } from './Working.tsx'

const route = getRouteApi('/shell/dashboard/invoices/upload/$id')

/** `/dashboard/invoices/upload/:id`: one file on its way, at the step where it stands, today and tomorrow. */
export const ImportPage = () => {
  const { t } = useLingui()
  const { id } = route.useParams()
  const { data, error, refetch } = useImport(id)
  return (
    <Page
      title={data?.file_name ?? t`Upload`}
      crumbs={[...useUploadCrumbs(), { label: t`My Uploads`, to: paths.imports }]}
      actions={
        data && (
          <>
            <StateBadge state={data.state} />
            {!isOver(data.state) && <CancelButton upload={data} />}
          </>
        )
      }
      error={error}
    >
      {error && !data && (
        <LoadError error={error} title={t`The upload could not be loaded.`} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {data && <Current upload={data} />}
    </Page>
  )
}

const Current = ({ upload }: { upload: Import }) => {
  const { search } = useSearchState(readImport)
  const again = search.step === 'columns' && upload.state === 'checked'
  const at = upload.state === 'matching' || again ? 1 : STEP_OF[upload.state]
  return (
    <>
      {upload.state !== 'cancelled' && upload.state !== 'failed' && <Steps at={at} />}
      {at === 1 && <MatchStep key={`${upload.id} ${upload.state}`} upload={upload} />}
      {at !== 1 && upload.state === 'checked' && <CheckStep upload={upload} />}
      {(upload.state === 'loading' || upload.state === 'checking' || upload.state === 'storing') && (
        <Working upload={upload} />
      )}
      {isOver(upload.state) && <Ended upload={upload} />}
    </>
  )
}

/** At which of the steps it stands; 4 is behind all of them. */
const STEP_OF: Record<ImportState, 1 | 2 | 3 | 4> = {
  ...{ matching: 1, loading: 2, checking: 2, checked: 2, storing: 3 },
  ...{ done: 4, cancelled: 4, failed: 4 },
}
