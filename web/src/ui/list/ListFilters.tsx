import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { Suspense } from 'react'
import { own } from '#codes/own.ts'
import { later } from '../later/later.ts'
import { NARROW } from '../table/table.ts'
import { FilterBar } from './FilterBar.tsx'
import type { FilterField } from './filters.ts'
import type { SearchedRows } from './use-list.ts'

const PrintedFilters = later(async () => (await import('./PrintedFilters.tsx')).PrintedFilters)

/** The filters above a list; on a phone behind a button that tells how many hold. */
export const ListFilters = ({
  list,
  fields,
  words,
}: {
  list: SearchedRows<unknown>
  fields: readonly FilterField[]
  words?: { apply: string; clear: string } | undefined
}) => {
  const { t } = useLingui()
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const [opened, { toggle }] = useDisclosure(false)
  const values = Object.fromEntries(
    fields.map(({ name }) => [name, String(own<unknown>(list.search, name) ?? '')]),
  )
  const count = Object.values(values).filter(Boolean).length
  return (
    <>
      {narrow && (
        <Button
          variant="default"
          mr="auto"
          aria-expanded={opened}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={toggle}
        >
          {count > 0 ? t`Filters (${count})` : t`Filters`}
        </Button>
      )}
      {(opened || !narrow) && (
        <FilterBar fields={fields} values={values} onApply={list.first} {...(words && { words })} />
      )}
      {count > 0 && (
        <Suspense>
          <PrintedFilters fields={fields} values={values} />
        </Suspense>
      )}
    </>
  )
}
