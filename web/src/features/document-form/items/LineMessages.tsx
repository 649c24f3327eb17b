import { useLingui } from '@lingui/react/macro'
import { LINE_LABELS } from '../../../widgets/document-labels.ts'
import { errorsId, type LineErrors } from './cells.tsx'
import classes from './items.module.css'

/** What is wrong with a line, right beneath it; each marked cell is described by this list. */
export const LineMessages = ({ line_id, errors }: { line_id: string; errors: LineErrors }) => {
  const { i18n } = useLingui()
  const messages = Object.entries(errors)
  if (messages.length === 0) return null
  return (
    <tr className={classes.beneath}>
      <td colSpan={COLUMNS}>
        <ul id={errorsId(line_id)} className={classes.messages}>
          {messages.map(([field, message]) => {
            const label = Object.entries(LINE_LABELS).find(([key]) => key === field)?.[1]
            return (
              <li key={field}>
                {label && `${i18n._(label)}: `}
                {message}
              </li>
            )
          })}
        </ul>
      </td>
    </tr>
  )
}

export const COLUMNS = 13
