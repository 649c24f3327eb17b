import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { type EnrichmentItem, enrichment } from '#contract/shaping/enrichment.ts'
import { q } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { useRowForm } from '../../ui/list/use-row-form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RowCard } from '../../ui/table/RowCard.tsx'
import { textColumn } from '../../ui/table/table.ts'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { fieldLabel } from '../../widgets/field-options.ts'
import { EnrichmentForm } from './EnrichmentForm.tsx'

/** `/admin/enrichment-management`: what fills the fields that a document leaves empty. */
export const EnrichmentPage = () => {
  const { t } = useLingui()
  // What was done last, until something else is begun.
  const [told, setTold] = useState('')
  const rows = useRowForm<EnrichmentItem>({
    may: true,
    add_label: t`New Enrichment Item`,
    nameOf: (row) => fieldLabel(row.field_name),
    onOpen: () => setTold(''),
    form: (row, onClose) => <EnrichmentForm item={row} onDone={setTold} onClose={onClose} />,
  })
  return (
    <ListPage
      title={t`Enrichment Management`}
      crumbs={useAdminCrumbs()}
      actions={rows.add}
      list={useRows({ ...q(enrichment.list), select: inOnePage })}
      above={told && <Notice tone="good">{told}</Notice>}
      columns={[
        { key: 'label', header: t`Field`, cell: (row) => fieldLabel(row.field_name) },
        textColumn('field_name', t`Field name`, 260),
        textColumn('default_value', t`Default value`, 420),
        ...rows.columns,
      ]}
      keyOf={(row) => row.id}
      card={(row) => (
        <RowCard
          head={fieldLabel(row.field_name)}
          aside={row.default_value}
          quiet={row.field_name}
          actions={rows.edit(row)}
        />
      )}
      empty={
        <EmptyState title={t`No defaults yet.`} action={rows.add}>
          <Trans>A default is written into its field wherever a document leaves it empty.</Trans>
        </EmptyState>
      }
    >
      {rows.form}
    </ListPage>
  )
}

const inOnePage = ({ results }: Output<typeof enrichment.list>) => ({ count: results.length, results })
