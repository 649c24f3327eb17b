import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type RequestedReport, reports, type Subscription } from '#contract/reports/reports.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { confirm, type Wording } from '../../ui/dialogs/ask.ts'
import { FREQUENCY_WORDS, runAtText } from './words.ts'

/** Asks what exactly is not sent any more, and to whom. */
export const RemoveSubscription = ({ row }: { row: Subscription }) => {
  const { t, i18n } = useLingui()
  const { name, owner } = row
  const often = i18n._(FREQUENCY_WORDS[row.frequency]).toLowerCase()
  const next = runAtText(new Date(row.next_run.at))
  const whose = row.is_own
    ? t`Nothing is sent to you any more, first on ${next}.`
    : t`Nothing is sent to ${owner} any more, first on ${next}.`
  return (
    <Remove
      id={row.id}
      name={name}
      done={t`The scheduled report was deleted.`}
      question={{
        title: t`Delete the ${often} report ${name}?`,
        body: `${whose} ${t`Reports that were made of it stay under Past Requested Reports.`}`,
        confirm_label: t`Delete`,
        dismiss_label: t`Keep it`,
        danger: true,
      }}
    />
  )
}

export const RemoveReport = ({ row: { id, name, generated_file } }: { row: RequestedReport }) => {
  const { t } = useLingui()
  return (
    <Remove
      id={id}
      name={name}
      done={t`The report was deleted.`}
      question={{
        title: t`Delete ${name}?`,
        body: generated_file
          ? t`Its file is deleted with it, and a link to it leads nowhere any more.`
          : t`It goes from the list. There is no file of it.`,
        confirm_label: t`Delete`,
        dismiss_label: t`Keep it`,
        danger: true,
      }}
    />
  )
}

const Remove = (given: { id: string; name: string; done: string; question: Wording }) => {
  const { id, name, done, question } = given
  const { t } = useLingui()
  const { act } = useAct(reports.remove, { done })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={t`Delete ${name}`}
      onClick={() => void confirm({ ...question, act: () => act({ params: { id } }) })}
    >
      <Trans>Delete</Trans>
    </Button>
  )
}
