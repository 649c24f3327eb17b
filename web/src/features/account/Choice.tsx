import { Input, SegmentedControl } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './account.module.css'

type Props<V extends string> = {
  label: string
  description: ReactNode
  value: V
  choices: { value: V; label: string }[]
  onChange: (value: V) => void
}

/** One of a few, with what it means beside it. */
export const Choice = <V extends string>({ label, description, value, choices, onChange }: Props<V>) => {
  const id = useId()
  return (
    <div className={classes.choice}>
      <div>
        <Input.Label id={id} labelElement="div">
          {label}
        </Input.Label>
        <Input.Description>{description}</Input.Description>
      </div>
      <SegmentedControl aria-labelledby={id} data={choices} value={value} onChange={onChange} />
    </div>
  )
}
