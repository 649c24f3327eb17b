import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { z } from 'zod'
import type { ImportRow } from '#contract/imports/shapes.ts'
import { importSteps } from '#contract/imports/steps.ts'
import { call } from '../../../api/call.ts'

export type Shown = Pick<z.input<(typeof importSteps.rows)['query']>, 'show' | 'problem'>
type Stretch = { results: ImportRow[]; next: string | null }
type Stretches = { pages: Stretch[]; pageParams: string[] }

const PAGE_SIZE = 50

/**
 * The rows that are shown, read on by `more`. A correction is put into them, and its row stays where it is though it
 * may be good by then: the list is asked for anew when `turn` or what is shown changes. It is asked for once the
 * correction under way (`last`) is done, which the click that changes the list may have begun.
 */
export const useRows = (
  id: string,
  { show, problem, turn, last }: Shown & { turn: number; last: RefObject<Promise<void>> },
) => {
  const client = useQueryClient()
  const of_import = ['import rows shown', id]
  const rows = useInfiniteQuery({
    queryKey: [...of_import, show, problem, turn],
    queryFn: async ({ pageParam, signal }) => {
      await last.current
      const query = {
        show,
        page_size: PAGE_SIZE,
        ...(problem && { problem }),
        ...(pageParam && { after: pageParam }),
      }
      return call(importSteps.rows, { params: { id }, query }, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  const put = (changed: readonly ImportRow[]) => {
    const by_row = new Map(changed.map((row) => [row.row, row]))
    client.setQueriesData<Stretches>(
      { queryKey: of_import },
      (shown) =>
        shown && {
          ...shown,
          pages: shown.pages.map((page) => ({
            ...page,
            results: page.results.map((row) => by_row.get(row.row) ?? row),
          })),
        },
    )
  }
  return {
    rows: rows.data?.pages.flatMap(({ results }) => results),
    error: rows.error,
    fetching: rows.isPlaceholderData,
    retry: () => void rows.refetch(),
    more: rows.hasNextPage
      ? { load: () => void rows.fetchNextPage(), busy: rows.isFetchingNextPage }
      : undefined,
    put,
  }
}
