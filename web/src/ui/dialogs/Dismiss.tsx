import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { dismiss } from './ask.ts'

type Props = { label: string | undefined; busy: boolean; 'data-autofocus'?: true }

/** The way out of a question. */
export const Dismiss = ({ label, busy, ...rest }: Props) => (
  <Button {...rest} variant="default" onClick={dismiss} disabled={busy}>
    {label ?? <Trans>Cancel</Trans>}
  </Button>
)
