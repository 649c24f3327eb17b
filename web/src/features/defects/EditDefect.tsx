import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Defect, type DefectFile, defects } from '#contract/defects.ts'
import { DEFECT_STATUSES } from '#domain/defects/words.ts'
import { q } from '../../api/queries.ts'
import { useProfile } from '../../session/session.ts'
import { InstantText } from '../../ui/DateText.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { type ActForm, useActForm } from '../../ui/form/use-act-form.ts'
import { HistoryLink } from '../../widgets/HistoryLink.tsx'
import { Comments, useAdding } from './Comments.tsx'
import { DefectFiles } from './DefectFiles.tsx'
import { BrdFields, DescriptionField, FileFields, KindFields, SeverityField } from './fields.tsx'
import { changesOf, valuesOf } from './values.ts'
import { WorkFields } from './WorkFields.tsx'
import { useDefectWords } from './words.tsx'

type Props = { defect: Defect; onPreview: (file: DefectFile) => void; onClose: () => void }

/** One defect as it was when it was opened, to be changed; what is said of it and its files are those of now. */
export const EditDefect = ({ defect, onPreview, onClose }: Props) => {
  const { t } = useLingui()
  const superadmin = useProfile().access_type === 'superadmin'
  const { statuses } = useDefectWords()
  // The list is asked for again meanwhile; what is typed was typed upon this state.
  const [opened] = useState(defect)
  const { id, defect_number, modified_at } = opened
  const { data: now = defect } = useQuery(q(defects.get, { params: { id } }))
  const form = useActForm(defects.update, {
    initial: valuesOf(opened),
    toInput: (values) => ({ params: { id }, form: { ...changesOf(opened, values), modified_at } }),
    done: t`Defect updated successfully!`,
    failed: (why) => `${t`Error updating defect. Please try again.`} ${why}`,
    onDone: onClose,
  })
  const adding = useAdding(id, form)
  const texts = { form, readOnly: !superadmin }
  return (
    <SideForm title={t`Edit Defect ${defect_number}`} form={withComment(form, adding)} onClose={onClose}>
      <HistoryLink kind="defect" id={id} />
      <Facts
        layout="list"
        facts={[
          [t`Created By`, opened.created_by_name],
          [t`Created At`, <InstantText key="created" value={opened.created_at} />],
          [t`Updated At`, <InstantText key="updated" value={now.updated_at} />],
        ]}
      />
      <NativeSelect
        {...form.field('status')}
        label={t`Status`}
        data={DEFECT_STATUSES.map((value) => ({ value, label: statuses[value] }))}
        data-autofocus
      />
      <KindFields form={form} />
      {!superadmin && (
        <Text size="sm" c="var(--quiet)">
          <Trans>Superadmins alone change the texts of a defect. Write a comment instead.</Trans>
        </Text>
      )}
      <DescriptionField {...texts} />
      <SeverityField {...texts} />
      <BrdFields {...texts} />
      <WorkFields {...texts} />
      <DefectFiles defect={now} onPreview={onPreview} />
      <FileFields form={form} />
      <Comments comments={now.comments} form={form} adding={adding} />
    </SideForm>
  )
}

type Sending = Pick<ActForm, 'busy' | 'giveUp' | 'isUnclear'>

/**
 * The form as its panel knows it: given up, or saved, it takes with it the comment that was to be added alone. While
 * that is on its way the form waits, since it would say the same.
 */
const withComment = <F extends ActForm>(form: F, adding: Sending): F => ({
  ...form,
  busy: form.busy || adding.busy,
  isUnclear: () => form.isUnclear() || adding.isUnclear(),
  giveUp: () => {
    form.giveUp()
    adding.giveUp()
  },
  submit: (event: FormEvent<HTMLFormElement>) => {
    adding.giveUp()
    return form.submit(event)
  },
})
