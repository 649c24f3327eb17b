import { useLingui } from '@lingui/react/macro'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { chooseDensity, type Density, readDensity } from '../../ui/density.ts'
import classes from './account.module.css'
import { Choice } from './Choice.tsx'

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
