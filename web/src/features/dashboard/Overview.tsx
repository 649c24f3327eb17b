import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dashboard, type Today } from '#contract/dashboard.ts'
import { q } from '../../api/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { CancelWindows } from './aside/CancelWindows.tsx'
import { LastDocuments } from './aside/LastDocuments.tsx'
import { Lhdn } from './aside/Lhdn.tsx'
import { CountCards } from './cards/CountCards.tsx'
import { NeedsYou } from './needs/NeedsYou.tsx'
import classes from './Overview.module.css'

const ASK_AGAIN_MS = 60_000

/** What a morning begins with: what needs the person, the figures, and beside them what came last and what ends. */
export const Overview = () => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({ ...q(dashboard.today), refetchInterval: ASK_AGAIN_MS })
  const counts = useQuery(q(dashboard.counts))
  // One height decides where all else stands, so everything comes at once and nothing moves.
  if ((!data && !error) || counts.isPending) return <Coming />
  const last = data?.recent && <LastDocuments rows={data.recent} />
  // On a calm day there is room for them in the middle.
  const calm = data && isCalm(data)
  return (
    <div className={classes.board}>
      <div className={classes.main}>
        {data ? (
          <NeedsYou today={data} />
        ) : (
          <Card title={t`Needs you`}>
            <LoadError
              error={error}
              title={t`What needs you could not be loaded.`}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
        <CountCards />
        {calm && last}
      </div>
      {data && (
        <div className={classes.aside}>
          <div className={classes.stack}>
            <Lhdn today={data} />
            {data.windows && <CancelWindows windows={data.windows} />}
          </div>
          {!calm && last}
        </div>
      )}
    </div>
  )
}

const isCalm = ({ failed, rejected, unknown, waiting, to_approve, held }: Today) =>
  [failed, rejected, unknown, waiting, to_approve, held].every((group) => !group?.count)

/** As high as a window, so that nothing beneath it is seen to move. */
const Coming = () => (
  <div className={classes.board} aria-busy>
    <div className={classes.main}>
      <Skeleton h={440} radius="lg" />
      <div className={classes.figures}>
        <Skeleton h={102} radius="lg" />
        <Skeleton h={102} radius="lg" />
        <Skeleton h={102} radius="lg" />
      </div>
    </div>
    <div className={classes.aside}>
      <Skeleton h={132} radius="lg" />
      <Skeleton h={520} radius="lg" />
    </div>
  </div>
)
