import { useLingui } from '@lingui/react/macro'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = Required<Pick<MultiSelectProps, 'data' | 'onChange'>> & {
  label: string
  value: string[]
  error: ReactNode
}

/** Several of some options. */
export const ChoicesInput = (props: Props) => {
  const { t } = useLingui()
  return <MultiSelect {...props} searchable clearable clearButtonProps={{ 'aria-label': t`Clear` }} />
}
