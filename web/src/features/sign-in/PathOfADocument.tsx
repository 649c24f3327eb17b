import { Trans, useLingui } from '@lingui/react/macro'
import { IconCircleCheck, IconFilePlus, IconRubberStamp, IconSend } from '@tabler/icons-react'
import classes from './PathOfADocument.module.css'

/** What the product does, told by the four steps of every document. Beside the form where there is room. */
export const PathOfADocument = () => {
  const { t } = useLingui()
  const steps = [
    { icon: IconFilePlus, name: t`Created`, text: t`Totals and fields are checked while you type.` },
    { icon: IconRubberStamp, name: t`Approved`, text: t`By somebody other than its maker.` },
    { icon: IconSend, name: t`Submitted`, text: t`Signed, and sent to LHDN exactly once.` },
    { icon: IconCircleCheck, name: t`Validated`, text: t`With the QR code on the printed document.` },
  ]
  return (
    <aside className={classes.panel} aria-label={t`What Lulus does`}>
      <p className={classes.line}>
        <Trans>Every e-invoice, from draft to validated.</Trans>
      </p>
      <ol className={classes.steps}>
        {steps.map(({ icon: Icon, name, text }) => (
          <li key={name}>
            <span className={classes.icon}>
              <Icon size={20} stroke={1.7} aria-hidden />
            </span>
            <span className={classes.name}>{name}</span>
            <span className={classes.text}>{text}</span>
          </li>
        ))}
      </ol>
    </aside>
  )
}
