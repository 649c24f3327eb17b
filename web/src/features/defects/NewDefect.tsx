import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { defects } from '#contract/defects.ts'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { BrdFields, DescriptionField, FileFields, KindFields, SeverityField } from './fields.tsx'
import { newValues, sentAsNew } from './values.ts'

/** Takes down what is wrong or missing. */
export const NewDefect = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui()
  const [initial] = useState(() => newValues(new Date()))
  const form = useActForm(defects.create, {
    initial,
    toInput: (values) => ({ form: sentAsNew(values) }),
    done: t`Defect created successfully!`,
    failed: (why) => `${t`Error creating defect. Please try again.`} ${why}`,
    onDone: onClose,
  })
  return (
    <SideForm title={t`New Defect`} form={form} onClose={onClose}>
      <DescriptionField
        form={form}
        description={t`Everybody who signs in reads it: leave out what only your company may know.`}
      />
      <SeverityField form={form} />
      <KindFields form={form} />
      <BrdFields form={form} />
      <FileFields form={form} />
    </SideForm>
  )
}
