import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { useAct, type Words } from '../acts/use-act.ts'
import { confirm } from '../dialogs/ask.ts'

type Props<E extends Endpoint> = {
  endpoint: E
  input: Input<E>
  /** What is asked first, naming what goes and what follows. */
  question: { title: string; body: string }
  words: Words<E>
  /** It is gone. */
  onDone: () => void
}

/** Deletes what the form shows, once that was confirmed. For the foot of a `SideForm`. */
export const RemoveButton = <E extends Endpoint>({ endpoint, input, question, words, onDone }: Props<E>) => {
  const { t } = useLingui()
  const { act, busy } = useAct(endpoint, words)
  const ask = async () => {
    let gone = false
    const remove = async () => {
      gone = (await act(input)) !== undefined
    }
    const wording = { ...question, confirm_label: t`Delete`, dismiss_label: t`Keep it`, danger: true }
    await confirm({ ...wording, act: remove })
    if (gone) onDone()
  }
  return (
    <Button variant="subtle" color="red" mr="auto" ml={-12} loading={busy} onClick={() => void ask()}>
      <Trans>Delete</Trans>
    </Button>
  )
}
