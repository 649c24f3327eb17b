import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import classes from './trace.module.css'

type Props = { document: string | undefined; busy: boolean; onAsk: (document: string) => void }

/** Which stored document shall be traced. */
export const AskDocument = ({ document, busy, onAsk }: Props) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState(document ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') onAsk(typed.trim())
  }
  return (
    <form onSubmit={submit} className={classes.ask} noValidate autoComplete="off">
      <TextInput
        label={t`Document`}
        placeholder={t`Invoice number or UUID`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        maxLength={100}
      />
      <Button type="submit" loading={busy}>
        <Trans>Trace</Trans>
      </Button>
    </form>
  )
}
