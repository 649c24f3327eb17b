import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { DESCRIPTION_CHARS_MAX } from '#contract/defects.ts'
import { DEFECT_CATEGORIES, SEVERITIES } from '#domain/defects/words.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FieldGrid } from '../../ui/form/FieldGrid.tsx'
import { PICTURE_TYPES } from '../../widgets/pictures.ts'
import { FileField } from './FileField.tsx'
import type { DefectForm } from './values.ts'
import { useDefectWords } from './words.tsx'

type Props = { form: DefectForm; readOnly?: boolean }

export const NAME_CHARS_MAX = 100
const TEXT_CHARS_MAX = 1_000

/** A text that this person may read and not change. */
export const held = (readOnly: boolean) =>
  readOnly ? ({ readOnly, variant: 'filled' } as const) : { readOnly }

type DescriptionProps = Props & { description?: string }

export const DescriptionField = ({ form, readOnly = false, description }: DescriptionProps) => {
  const { t } = useLingui()
  return (
    <Textarea
      {...form.field('defect_description')}
      label={t`Defect Description`}
      description={description}
      maxLength={DESCRIPTION_CHARS_MAX}
      autosize
      minRows={3}
      maxRows={12}
      required={!readOnly}
      {...held(readOnly)}
      {...(!readOnly && { 'data-autofocus': true })}
    />
  )
}

export const SeverityField = ({ form, readOnly = false }: Props) => {
  const { t } = useLingui()
  const { severities } = useDefectWords()
  const label = t`Severity`
  if (readOnly)
    return <TextInput label={label} value={severities[form.form.values.severity]} {...held(true)} />
  return (
    <NativeSelect
      {...form.field('severity')}
      label={label}
      data={SEVERITIES.map((value) => ({ value, label: severities[value] }))}
    />
  )
}

/** Category and day, which everybody may change. */
export const KindFields = ({ form }: { form: DefectForm }) => {
  const { t } = useLingui()
  const { categories } = useDefectWords()
  return (
    <FieldGrid>
      <NativeSelect
        {...form.field('category')}
        label={t`Category`}
        data={DEFECT_CATEGORIES.map((value) => ({ value, label: categories[value] }))}
      />
      <DateField {...form.field('detected_on')} value={form.form.values.detected_on} label={t`Detected On`} />
    </FieldGrid>
  )
}

export const BrdFields = ({ form, readOnly = false }: Props) => {
  const { t } = useLingui()
  return (
    <>
      <FieldGrid>
        <TextInput
          {...form.field('sprint_number')}
          label={t`Sprint Number`}
          maxLength={NAME_CHARS_MAX}
          {...held(readOnly)}
        />
        <TextInput
          {...form.field('brd_id')}
          label={t`BRD ID`}
          maxLength={NAME_CHARS_MAX}
          {...held(readOnly)}
        />
      </FieldGrid>
      <Textarea
        {...form.field('brd_description')}
        label={t`BRD Description`}
        maxLength={TEXT_CHARS_MAX}
        autosize
        minRows={1}
        maxRows={6}
        {...held(readOnly)}
      />
    </>
  )
}

/** One screenshot and one attachment at a time. */
export const FileFields = ({ form }: { form: DefectForm }) => {
  const { t } = useLingui()
  const { screenshot, file_upload } = form.form.values
  return (
    <FieldGrid>
      <FileField
        {...form.field('screenshot')}
        label={t`Screenshot`}
        description={t`PNG, JPEG or WebP, at most 3 MB`}
        types={PICTURE_TYPES}
        value={screenshot}
      />
      <FileField
        {...form.field('file_upload')}
        label={t`Attachment`}
        description={t`Also PDF, Office, ZIP or text, at most 5 MB`}
        value={file_upload}
      />
    </FieldGrid>
  )
}
