import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { told } from '../i18n.ts'

type Props = Omit<ButtonProps, 'disabled'> & {
  children: ReactNode
  /** Why it cannot be used now; empty or absent means that it can. */
  why_not?: string
  onClick?: () => void
  type?: 'button' | 'submit'
}

/** A button that says why it is disabled, on hover, on focus and to screen readers; it stays reachable by Tab. */
export const ReasonedButton = ({ why_not: why = '', onClick, type = 'button', ...rest }: Props) => {
  const why_not = told(why)
  const id = useId()
  if (!why_not) return <Button {...rest} type={type} {...(onClick && { onClick })} />
  return (
    <>
      <Tooltip label={why_not} multiline maw={320}>
        <Button
          {...rest}
          type={type}
          data-disabled
          aria-disabled
          aria-describedby={id}
          onClick={(event) => event.preventDefault()}
        />
      </Tooltip>
      <span id={id} hidden>
        {why_not}
      </span>
    </>
  )
}
