import { useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import classes from './imports.module.css'

/** The steps of an upload, and at which it stands; those before it are done. */
export const Steps = ({ at }: { at: 1 | 2 | 3 | 4 }) => {
  const { t } = useLingui()
  const steps = [t`Choose file`, t`Match columns`, t`Check`, t`Store`]
  return (
    <ol className={classes.steps} aria-label={t`Steps`}>
      {steps.map((step, index) => (
        <li key={step} data-done={index < at || undefined} {...(index === at && { 'aria-current': 'step' })}>
          <span className={classes.position}>
            {index < at ? <IconCheck size={14} stroke={2.5} aria-label={t`Done`} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
