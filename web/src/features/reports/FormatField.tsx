import { useLingui } from '@lingui/react/macro'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'

const FORMATS = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'XLSX' },
]

/** The kind of file, and what one of them holds besides the documents. */
export const FormatField = (field: NativeSelectProps) => {
  const { t } = useLingui()
  return (
    <NativeSelect
      {...field}
      label={t`Format`}
      description={t`XLSX has a second sheet: tax by company, month, type and rate.`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={FORMATS}
    />
  )
}
