import { Trans } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import classes from './submit.module.css'

export const SubmittingOverlay = () => (
  <div className={classes.overlay} role="status" data-covers>
    <Loader />
    <Trans>Submitting your invoice...</Trans>
  </div>
)
