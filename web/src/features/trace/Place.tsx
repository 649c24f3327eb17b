import { useLingui } from '@lingui/react/macro'
import { fieldPlace } from '../../widgets/field-options.ts'
import classes from './trace.module.css'

/** A field as the form calls it, in which line it is, and what files and programs call it. */
export const Place = ({ path }: { path: string }) => {
  const { t } = useLingui()
  const place = fieldPlace(path)
  const raw = path.replace(/^items\.\d+/, 'items')
  return (
    <>
      {place.name}
      {place.line !== undefined && <span className={classes.quiet}> · {t`line ${place.line}`}</span>}
      {place.name !== raw && <code className={classes.raw}> {raw}</code>}
    </>
  )
}
