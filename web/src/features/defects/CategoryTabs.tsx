import { useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { DEFECT_CATEGORIES, type DefectCategory } from '#domain/defects/words.ts'
import { useDefectWords } from './words.tsx'

type Props = {
  category: DefectCategory | undefined
  onChoose: (category: DefectCategory | undefined) => void
}

const ALL = 'All'

/** Which category the list shows; all of them as a rule. */
export const CategoryTabs = ({ category, onChoose }: Props) => {
  const { t } = useLingui()
  const { categories } = useDefectWords()
  const value = category ?? ALL
  return (
    <Tabs
      variant="pills"
      value={value}
      onChange={(to) => onChoose(DEFECT_CATEGORIES.find((one) => one === to))}
    >
      <Tabs.List aria-label={t`Category`} mb="xs">
        <Tabs.Tab value={ALL}>{t`All`}</Tabs.Tab>
        {DEFECT_CATEGORIES.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {categories[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {/* The list itself stands below the tabs of its status. */}
      <Tabs.Panel value={value} tabIndex={-1}>
        {null}
      </Tabs.Panel>
    </Tabs>
  )
}
