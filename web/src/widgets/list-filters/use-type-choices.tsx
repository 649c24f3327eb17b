import { useQuery } from '@tanstack/react-query'
import { lists } from '#contract/lists.ts'
import { q } from '../../api/queries.ts'
import { FailedLine } from '../../ui/FailedLine.tsx'

/** The types of a document to choose from by their code, and what stands there where they did not come. */
export const useTypeChoices = () => {
  const { data, error, refetch } = useQuery({ ...q(lists.uniqueTypes), staleTime: Number.POSITIVE_INFINITY })
  return {
    failed: error && <FailedLine error={error} onRetry={() => void refetch()} />,
    options: (data?.invoice_types ?? []).map(({ code, description }) => ({
      value: code,
      label: `${code} ${description}`,
    })),
  }
}
