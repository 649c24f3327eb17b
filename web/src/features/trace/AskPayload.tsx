import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Trace, trace } from '#contract/shaping/trace.ts'
import { useAct } from '../../ui/acts/use-act.ts'
import { readPayload } from './read-payload.ts'
import classes from './trace.module.css'

type Props = {
  typed: string
  onType: (typed: string) => void
  onTried: (trace: Trace | undefined) => void
}

/** A payload that is only tried, as programs send it. */
export const AskPayload = ({ typed, onType, onTried }: Props) => {
  const { t } = useLingui()
  const [wrong, setWrong] = useState(false)
  const { act, busy } = useAct(trace.payload)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const payload = readPayload(typed)
    setWrong(payload === undefined)
    onTried(payload && (await act({ body: payload })))
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
      <Stack gap="sm" align="flex-start">
        <Textarea
          label={t`Payload`}
          description={t`One document as JSON, as submit-json takes it. Nothing is stored.`}
          error={wrong && t`This is not one document as JSON.`}
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={20}
          w="100%"
          spellCheck={false}
          classNames={{ input: classes.code }}
        />
        <Button type="submit" loading={busy} disabled={typed.trim() === ''}>
          <Trans>Trace</Trans>
        </Button>
      </Stack>
    </form>
  )
}
