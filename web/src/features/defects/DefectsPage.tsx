import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Defect, type DefectFile, defects } from '#contract/defects.ts'
import { q } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { DownloadButton } from '../../ui/acts/DownloadButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { CategoryTabs } from './CategoryTabs.tsx'
import { shortDescription, useColumns } from './columns.tsx'
import { DefectCard } from './DefectCard.tsx'
import { defectsAddress, filtersFor } from './defects-address.ts'
import { NewDefect } from './NewDefect.tsx'
import { OpenDefect } from './OpenDefect.tsx'
import { ScreenshotDialog } from './ScreenshotDialog.tsx'

/** `/dashboard/support`: what is wrong with the portal or missing in it, for everybody who signs in. */
export const DefectsPage = () => {
  const { t } = useLingui()
  const list = useList(defectsAddress, ({ page, page_size, sort_by, sort_order }, search) => {
    const ordering = sort_by && (`${sort_order === 'asc' ? '' : '-'}${sort_by}` as const)
    return q(defects.list, { query: { ...filtersFor(search), ordering, page, page_size } })
  })
  const [shown, setShown] = useState<{ defect: Defect; file: DefectFile }>()
  const preview = (defect: Defect) => {
    const file = defect.files.findLast(({ kind }) => kind === 'screenshot')
    if (file) setShown({ defect, file })
  }
  const rows = useRowForm<Defect>({
    may: true,
    add_label: t`New Defect`,
    nameOf: (row) => `${row.defect_number} ${shortDescription(row)}`,
    form: (_row, onClose) => <NewDefect onClose={onClose} />,
    onEdit: (row) => list.set({ open: row.id }),
  })
  return (
    <ListPage
      title={t`Defect Tracker`}
      crumbs={[{ label: t`Dashboard`, to: paths.dashboard }]}
      actions={
        <>
          <DownloadButton
            label={t`Report`}
            endpoint={defects.report}
            input={{ query: filtersFor(list.search) }}
            words={{
              done: t`The report was downloaded.`,
              failed: t`Error downloading defect report. Please try again.`,
            }}
          />
          {rows.add}
        </>
      }
      list={list}
      tabs={{ open: t`All Open`, closed: t`Closed`, rejected: t`Rejected`, all: t`All Status` }}
      above={
        <CategoryTabs category={list.search.category} onChoose={(category) => list.first({ category })} />
      }
      columns={[...useColumns(preview), ...rows.columns]}
      keyOf={(row) => row.id}
      onRow={rows.open}
      isOpen={(row) => row.id === list.search.open}
      card={(row) => <DefectCard row={row} onPreview={preview} edit={rows.edit(row)} />}
      range={({ first, last, count }) => t`Showing ${first}–${last} of ${count} results`}
      numbered
      empty={
        <EmptyState title={t`No defects here.`} action={rows.add}>
          <Trans>Write down what is wrong or missing; everybody who signs in can read it.</Trans>
        </EmptyState>
      }
      nothing_found={t`No defect is of this kind.`}
    >
      {rows.form}
      {list.search.open && (
        <OpenDefect
          key={list.search.open}
          id={list.search.open}
          row={list.rows?.find(({ id }) => id === list.search.open)}
          onPreview={(defect, file) => setShown({ defect, file })}
          onClose={() => list.set({ open: undefined })}
        />
      )}
      {shown && <ScreenshotDialog {...shown} onClose={() => setShown(undefined)} />}
    </ListPage>
  )
}
