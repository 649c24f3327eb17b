import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { type Chain, chain } from '#contract/logs/chain.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useRows } from '../../ui/list/use-list.ts'
import { RowCard } from '../../ui/table/RowCard.tsx'
import type { Column } from '../../ui/table/table.ts'
import { useAdminCrumbs } from '../../widgets/admin-crumbs.ts'
import { VerifyCard } from './VerifyCard.tsx'

/** `/admin/audit-chain`: what the hash chains vouch for since when, and whether they are intact. */
export const AuditChainPage = () => {
  const { t } = useLingui()
  const { data } = useQuery(q(chain.read))
  return (
    <ListPage
      title={t`Audit Chain`}
      crumbs={useAdminCrumbs()}
      above={<VerifyCard anchors={data?.anchors} ended={data?.ended ?? 0} />}
      list={useRows({ ...q(chain.read), select: inOnePage })}
      label={t`Chains by company`}
      columns={useColumns()}
      keyOf={(row) => row.chain}
      card={(row) => (
        <RowCard
          head={<ChainName chain={row} />}
          aside={<Plural value={row.links} one="# link" other="# links" />}
          quiet={<InstantText value={row.since} />}
        />
      )}
      empty={<EmptyState title={t`Nothing has been recorded yet.`} />}
    />
  )
}

const inOnePage = ({ chains: results }: Output<typeof chain.read>) => ({ count: results.length, results })

const useColumns = (): Column<Chain>[] => {
  const { t } = useLingui()
  return [
    { key: 'name', header: t`Company`, cell: (row) => <ChainName chain={row} /> },
    { key: 'since', header: t`Vouches Since`, cell: (row) => <InstantText value={row.since} /> },
    { key: 'links', header: t`Links`, align: 'right', cell: (row) => row.links.toLocaleString('en') },
    { key: 'strands', header: t`Strands`, align: 'right', cell: (row) => row.strands },
  ]
}

const ChainName = ({ chain: { chain: id, name } }: { chain: Pick<Chain, 'chain' | 'name'> }) => {
  const { t } = useLingui()
  return id === 'installation' ? t`The installation` : name || id
}
