import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { chain, DELIVERY_WAYS, type VerificationRun } from '#contract/logs/chain.ts'
import { messageOf } from '../../api/errors.ts'
import { q, useSend } from '../../api/queries.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import classes from './audit-chain.module.css'
import { Delivered, Undelivered } from './Deliveries.tsx'
import { Run } from './Run.tsx'

type Props = { anchors: Output<typeof chain.read>['anchors'] | undefined; ended: number }

const ASK_AGAIN_MS = 1_000

const isOpen = (run: VerificationRun | null | undefined) =>
  run?.state === 'waiting' || run?.state === 'running'

/** What is covered, where it is anchored, and the verification with its result. */
export const VerifyCard = ({ anchors, ended }: Props) => {
  const { t } = useLingui()
  const { mutate, error, isPending } = useSend(chain.verify)
  const { data } = useQuery({
    ...q(chain.verification),
    refetchInterval: (query) => (isOpen(query.state.data?.run) ? ASK_AGAIN_MS : false),
  })
  const [mail, object] = DELIVERY_WAYS.map((of) => anchors?.deliveries.find(({ way }) => way === of))
  const last = anchors?.last ? <InstantText value={anchors.last.at} /> : t`None on this machine`
  return (
    <Card
      title={t`Evidence`}
      aside={
        <Button
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          loading={isPending}
          disabled={isOpen(data?.run)}
          onClick={() => mutate({})}
        >
          <Trans>Verify</Trans>
        </Button>
      }
    >
      <div className={classes.stack}>
        <p className={classes.about}>
          <Trans>
            Each line of the audit log, of a document’s history and of LHDN’s answers is sealed by a hash that
            covers all before it. Verifying finds the first that was altered, removed, inserted or moved.
          </Trans>
        </p>
        {anchors && (
          <Facts
            layout="grid"
            facts={[
              [t`Last anchor`, last],
              [t`Anchors`, anchors.count.toLocaleString('en')],
              [t`Mailed`, mail && <Delivered delivery={mail} />],
              [t`In the object store`, object && <Delivered delivery={object} />],
              [t`Chains of removed companies`, ended > 0 && ended.toLocaleString('en')],
            ]}
          />
        )}
        {[mail, object].map((one) => one?.state === 'failed' && <Undelivered key={one.way} delivery={one} />)}
        {error && !isPending && <Notice tone="bad">{messageOf(error)}</Notice>}
        {data?.run && <Run run={data.run} />}
      </div>
    </Card>
  )
}
