import { useLingui } from '@lingui/react/macro'
import { Input, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { chooseDensity, type Density, readDensity } from '../../ui/density.ts'
import classes from './account.module.css'

/** How the screens look in this browser. */
export const AppearanceCard = () => {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [density, setDensity] = useState(readDensity)
  return (
    <Card title={t`Appearance`}>
      <div className={classes.choices}>
        <Choice<MantineColorScheme>
          label={t`Theme`}
          description={t`For this browser`}
          value={colorScheme}
          choices={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`System` },
          ]}
          onChange={setColorScheme}
        />
        <Choice<Density>
          label={t`Density`}
          description={t`How high the rows of tables are`}
          value={density}
          choices={[
            { value: 'comfortable', label: t`Comfortable` },
            { value: 'compact', label: t`Compact` },
          ]}
          onChange={(to) => {
            chooseDensity(to)
            setDensity(to)
          }}
        />
      </div>
    </Card>
  )
}

type Props<V extends string> = {
  label: string
  description: ReactNode
  value: V
  choices: { value: V; label: string }[]
  onChange: (value: V) => void
}

const Choice = <V extends string>({ label, description, value, choices, onChange }: Props<V>) => {
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
