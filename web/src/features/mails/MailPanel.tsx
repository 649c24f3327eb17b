import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { mails } from '#contract/installation/mails.ts'
import { q } from '../../api/queries.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Sheet } from '../../ui/dialogs/Sheet.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import classes from './mails.module.css'

/** One mail at the side of the list, as text: nothing of it is markup. */
export const MailPanel = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <Sheet title={t`Mail`} onClose={onClose}>
      <Loaded id={id} />
    </Sheet>
  )
}

const Loaded = ({ id }: { id: string }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(q(mails.get, { params: { id } }))
  if (error)
    return <LoadError error={error} title={t`The mail could not be loaded.`} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Stack aria-busy>
        <Skeleton h={72} />
        <Skeleton h={220} />
      </Stack>
    )
  }
  return (
    <Stack>
      <Facts
        layout="list"
        facts={[
          [t`Date`, <InstantText key="at" value={data.at} />],
          [t`To`, data.to],
          [t`Subject`, data.subject],
        ]}
      />
      <pre className={classes.text}>{data.text}</pre>
    </Stack>
  )
}
