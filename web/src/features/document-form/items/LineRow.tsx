import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { add } from '#domain/money/decimal.ts'
import { formatAmount } from '#domain/money/format.ts'
import { CLASSIFICATION_OPTIONS, TAX_TYPE_OPTIONS } from '../../../widgets/code-options.ts'
import type { Option } from '../../../widgets/search-select/match.ts'
import { toCalculatedLine } from '../form/request.ts'
import type { FormLine, LineField } from '../form/state.ts'
import { UNIT_OPTIONS } from '../options.ts'
import { CodeCell, DescriptionCell, type LineErrors, NumberCell } from './cells.tsx'
import classes from './items.module.css'
import { DETAIL_FIELDS, LineDetails, LineExtras } from './LineDetails.tsx'
import { LineMessages } from './LineMessages.tsx'

type Props = {
  line: FormLine
  position: number
  errors: LineErrors
  saved: readonly Option[]
  onSaved: (line_id: string, item_id: string) => void
  onSearch: (typed: string) => void
  onRemove: (line_id: string) => void
}

/** One line of the document. It renders again only when it, its position or its errors change. */
export const LineRow = memo(({ line, position, errors, saved, onSaved, onSearch, onRemove }: Props) => {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const figures = useMemo(() => toCalculatedLine(line), [line])
  const row = position + 1
  const cell = (field: LineField) => ({ line, position, errors, field })
  const required = line.tax_type === 'E' || DETAIL_FIELDS.some((field) => errors[field])
  const open = opened || required
  return (
    <tbody data-line={line.id} className={classes.line}>
      <tr>
        <th scope="row" className={classes.position}>
          {row}
        </th>
        <td data-label={t`Description`} className={classes.wide}>
          <DescriptionCell {...{ line, position, errors, saved, onSaved, onSearch }} />
          {!open && <LineExtras line={line} figures={figures} />}
        </td>
        <td data-label={t`Classification`}>
          <CodeCell {...cell('classification')} options={CLASSIFICATION_OPTIONS} />
        </td>
        <td data-label={t`Quantity`}>
          <NumberCell {...cell('quantity')} />
        </td>
        <td data-label={t`Unit`}>
          <CodeCell {...cell('unit_of_measurement')} options={UNIT_OPTIONS} short />
        </td>
        <td data-label={t`Unit Price`}>
          <NumberCell {...cell('unit_price')} />
        </td>
        <td data-label={t`Disc. %`}>
          <NumberCell {...cell('discount_rate')} />
        </td>
        <td data-label={t`Discount`}>
          <NumberCell {...cell('discount_amount')} />
        </td>
        <td data-label={t`Tax Type`}>
          <CodeCell {...cell('tax_type')} options={TAX_TYPE_OPTIONS} />
        </td>
        <td data-label={t`Rate %`} data-empty={line.tax_type === '06'}>
          {line.tax_type !== '06' && <NumberCell {...cell('tax_rate')} />}
        </td>
        <td
          data-label={t`Tax`}
          data-empty={line.tax_type === '06'}
          className={`${classes.tax} ${classes.output}`}
        >
          {line.tax_type !== '06' && formatAmount(figures.tax_amount)}
        </td>
        <td data-label={t`Total`} className={classes.total}>
          {formatAmount(add(figures.total_excluding_tax, figures.tax_amount))}
        </td>
        <td className={classes.actions}>
          <LineButtons
            row={row}
            open={open}
            required={required}
            onToggle={() => setOpened(!open)}
            onRemove={() => onRemove(line.id)}
          />
        </td>
      </tr>
      <LineMessages line_id={line.id} errors={errors} />
      {open && <LineDetails {...{ line, position, errors, figures }} />}
    </tbody>
  )
})

type ButtonProps = {
  row: number
  open: boolean
  /** Something beneath the line must be filled in, so it stays open. */
  required: boolean
  onToggle: () => void
  onRemove: () => void
}

const LineButtons = ({ row, open, required, onToggle, onRemove }: ButtonProps) => {
  const { t } = useLingui()
  const look = { variant: 'subtle', color: 'gray', size: 28 }
  return (
    <>
      <ActionIcon
        {...look}
        aria-label={t`More fields of line ${row}`}
        aria-expanded={open}
        disabled={required}
        onClick={onToggle}
      >
        <IconChevronDown size={16} className={classes.chevron} data-open={open} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label={t`Delete line ${row}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}
