import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { ENTITY_CODE_DIGITS, type Entity, entities } from '#contract/entities.ts'
import { emptyParty } from '#domain/documents/document.ts'
import { FieldGrid } from '../../ui/form/FieldGrid.tsx'
import { SideForm } from '../../ui/form/SideForm.tsx'
import { useActForm } from '../../ui/form/use-act-form.ts'
import { ENVIRONMENT_LOOK, environmentsWith, firstEnvironment } from '../../widgets/environment-look.ts'
import { IdentityCheck } from '../../widgets/party/IdentityCheck.tsx'
import { COMPANY_NEEDS, PARTY_NAMES } from '../../widgets/party/labels.ts'
import { PartyFields } from '../../widgets/party/PartyFields.tsx'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import classes from './entities.module.css'

const emptyForm = (has_simulator: boolean) => ({
  ...emptyParty,
  ...{ identity_type: 'BRN', country: 'MYS', environment: firstEnvironment(has_simulator) },
  ...{ store_code: '', store_name: '' },
})

type Props = { has_simulator: boolean; onMade: (made: Entity) => void; onClose: () => void }

/** Adds a company with its first department. */
export const NewEntityForm = ({ has_simulator, onMade, onClose }: Props) => {
  const { t, i18n } = useLingui()
  const form = useActForm(entities.create, {
    initial: emptyForm(has_simulator),
    toInput: (body) => ({ body }),
    done: t`Company added.`,
    onDone: (made) => {
      onClose()
      onMade(made)
    },
  })
  const options = environmentsWith(has_simulator).map((value) => ({
    value,
    label: i18n._(ENVIRONMENT_LOOK[value].word),
    hint: i18n._(ENVIRONMENT_LOOK[value].means),
  }))
  return (
    <SideForm title={t`New Company`} form={form} save_label={t`Add company`} onClose={onClose}>
      <PartyFields form={form.form} fields={PARTY_NAMES} required={COMPANY_NEEDS} />
      <IdentityCheck
        party={form.form.values}
        onTake={({ identity_type }) => form.form.setFieldValue('identity_type', identity_type)}
      />
      <TextInput
        {...form.field('entity_code')}
        label={t`Entity code`}
        description={t`${ENTITY_CODE_DIGITS} digits by which uploads name the company; left empty, one is chosen.`}
        maxLength={ENTITY_CODE_DIGITS}
        inputMode="numeric"
      />
      <SearchSelect {...form.choice('environment')} label={t`Documents go to`} required options={options} />
      <fieldset className={classes.department}>
        <legend>
          <Trans>First department</Trans>
        </legend>
        <FieldGrid>
          <TextInput
            {...form.field('store_code')}
            label={t`Department code`}
            description={t`For example KUL01`}
            maxLength={20}
            required
          />
          <TextInput
            {...form.field('store_name')}
            label={t`Department name`}
            description={t`For example Kuala Lumpur`}
            maxLength={100}
            required
          />
        </FieldGrid>
      </fieldset>
    </SideForm>
  )
}
