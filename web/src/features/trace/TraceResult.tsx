import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Trace } from '#contract/shaping/trace.ts'
import { told } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { InstantText } from '../../ui/DateText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Place } from './Place.tsx'
import { RuleLine } from './RuleLine.tsx'
import { ShapedLine } from './ShapedLine.tsx'
import classes from './trace.module.css'

/** The way of one document, in the order in which it is gone. */
export const TraceResult = ({ trace }: { trace: Trace }) => {
  const { t } = useLingui()
  const { document, came, shaped, untold, refused, rules } = trace
  return (
    <>
      {document && (
        <p className={classes.whose}>
          <Anchor
            underline="always"
            renderRoot={(props) => <Link {...props} to={paths.invoices} search={{ open: document.uuid }} />}
          >
            {document.invoice_number}
          </Anchor>{' '}
          <span className={classes.quiet}>
            <Trans>
              Revision {document.revision}, stored <InstantText value={document.stored_at} /> ·{' '}
              {told(document.status)}
            </Trans>
          </span>
        </p>
      )}
      <Card title={t`Mappings and defaults`}>
        {!came && (
          <Notice tone="info">
            <Trans>What came for this document was not kept, so its way cannot be told.</Trans>
          </Notice>
        )}
        {came && shaped.length === 0 && (
          <p className={classes.quiet}>
            <Trans>No mapping and no default is about a field of this document.</Trans>
          </p>
        )}
        <ol className={classes.lines}>
          {shaped.map((line) => (
            <ShapedLine
              key={`${line.field} ${line.by} ${line.from}`}
              line={line}
              stored_at={document?.stored_at}
            />
          ))}
        </ol>
        {untold > 0 && (
          <p className={classes.quiet}>
            <Plural value={untold} one="And # more." other="And # more." />
          </p>
        )}
      </Card>
      <Card title={t`Rules`}>
        {refused.length > 0 && <Refused messages={refused} />}
        {rules.length === 0 && refused.length === 0 && (
          <p className={classes.quiet}>
            <Trans>No validation rule was in force.</Trans>
          </p>
        )}
        <ol className={classes.lines}>
          {rules.map((rule) => (
            <RuleLine key={`${rule.id} ${rule.version}`} rule={rule} />
          ))}
        </ol>
      </Card>
    </>
  )
}

const Refused = ({ messages }: { messages: Trace['refused'] }) => (
  <Notice tone="bad">
    <Trans>It would be refused before any rule is asked:</Trans>
    <ul className={classes.messages}>
      {messages.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <Place path={field} />: {told(message)}
        </li>
      ))}
    </ul>
  </Notice>
)
