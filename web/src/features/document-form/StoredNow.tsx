import { Trans } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useViews } from '../../session/session.ts'

/** The way to a document beside a form that is kept open; nothing for who may not see the list. */
export const StoredNow = ({ uuid }: { uuid: string }) =>
  useViews() && (
    <Anchor
      underline="always"
      renderRoot={(props) => <Link {...props} to={paths.invoices} search={{ open: uuid }} target="_blank" />}
    >
      <Trans>Look at what is stored now</Trans>
    </Anchor>
  )
