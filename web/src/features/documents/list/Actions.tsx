import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconDownload, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { hasFilter } from '../../../ui/list/list-address.ts'
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx'
import type { InvoicesSearch } from './invoices-address.ts'
import { useCsvReport } from './use-csv-report.ts'

type Props = { search: InvoicesSearch; filters_open: boolean; onFilters: () => void }

/** Show or hide the filters, and export all that match them. */
export const Actions = ({ search, filters_open, onFilters }: Props) => {
  const { t } = useLingui()
  const { progress, run } = useCsvReport(search)
  const { done = 0, count = 0 } = progress ?? {}
  const FilterIcon = filters_open ? IconFilterOff : IconFilter
  return (
    <>
      {progress && (
        <Text size="sm" c="dimmed" role="status" className="figures">
          <Trans>
            {done} of {count} documents
          </Trans>
        </Text>
      )}
      <Button
        variant="default"
        aria-expanded={filters_open}
        leftSection={<FilterIcon size={16} aria-hidden />}
        onClick={onFilters}
      >
        {filters_open ? t`Hide Filters` : t`Show Filters`}
      </Button>
      <ReasonedButton
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        why_not={hasFilter(search) ? '' : t`At least 1 filter must be selected`}
        loading={progress !== undefined}
        onClick={run}
      >
        {t`CSV Report`}
      </ReasonedButton>
    </>
  )
}
