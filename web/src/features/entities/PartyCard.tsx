import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { COUNTRIES, type CodeList, ID_TYPES, MSIC, STATES } from '#codes/lists.ts'
import { type EditableField, type Entity, entities } from '#contract/entities.ts'
import { Card } from '../../ui/Card.tsx'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import type { Option } from '../../widgets/search-select/match.ts'
import { SearchSelect } from '../../widgets/search-select/SearchSelect.tsx'
import classes from './entities.module.css'
import { changesOf, PARTY_LABELS, type PartyFields, partyOf } from './party-form.ts'
import { at, useEntityAct } from './use-entity-act.ts'

const choices = (list: CodeList): Option[] =>
  list.rows.map(({ code, description }) => ({ value: code, code, label: description }))

/** Made once: there are 1,200 business activities. */
const OPTIONS = { state: choices(STATES), country: choices(COUNTRIES), msic_code: choices(MSIC) }

type Fields = {
  typed: PartyFields
  change: (part: Partial<PartyFields>) => void
  errors: Readonly<Record<string, string[]>>
}

/** What the company's documents print. */
export const PartyCard = ({ entity }: { entity: Entity }) => {
  const { t } = useLingui()
  const [typed, setTyped] = useState(() => partyOf(entity))
  const changes = changesOf(entity, typed)
  const { act, errors, busy } = useEntityAct(entities.update, t`Company saved.`)
  const fields: Fields = { typed, errors, change: (part) => setTyped({ ...typed, ...part }) }
  const save = (event: FormEvent) => {
    event.preventDefault()
    act({ params: { id: entity.id }, body: changes })
  }
  return (
    <Card title={t`Party`} aside={<span className={classes.quiet}>{entity.entity_code}</span>}>
      <form onSubmit={save} className={classes.fields} noValidate>
        <Text field="name" {...fields} wide required />
        <Text field="tin_no" {...fields} required />
        <IdentityType {...fields} />
        <Text field="identity_number" {...fields} required />
        <Text field="sst_no" {...fields} />
        <Text field="ttx_no" {...fields} />
        <Choice field="msic_code" {...fields} onChoose={(label) => ({ business_description: label })} />
        <Text field="business_description" {...fields} wide required />
        <Text field="address1" {...fields} wide required />
        <Text field="address2" {...fields} wide />
        <Text field="address3" {...fields} wide />
        <Text field="zipcode" {...fields} />
        <Text field="city" {...fields} required />
        <Choice field="state" {...fields} />
        <Choice field="country" {...fields} />
        <Text field="email" {...fields} type="email" />
        <Text field="contact_number" {...fields} type="tel" required />
        <div className={classes.actions}>
          <ReasonedButton
            type="submit"
            loading={busy}
            why_not={Object.keys(changes).length > 0 ? '' : t`Nothing has been changed yet.`}
          >
            <Trans>Save</Trans>
          </ReasonedButton>
        </div>
      </form>
    </Card>
  )
}

type TextProps = Fields & {
  field: EditableField
  wide?: true
  required?: true
  type?: 'text' | 'email' | 'tel'
}

const Text = ({ field, typed, change, errors, wide, required, type = 'text' }: TextProps) => {
  const { i18n } = useLingui()
  return (
    <TextInput
      className={wide ? (classes.wide ?? '') : ''}
      label={i18n._(PARTY_LABELS[field])}
      type={type}
      value={typed[field]}
      error={at(errors, field)}
      required={required ?? false}
      maxLength={300}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  )
}

const IdentityType = ({ typed, change, errors }: Fields) => {
  const { i18n } = useLingui()
  return (
    <NativeSelect
      label={i18n._(PARTY_LABELS.identity_type)}
      value={typed.identity_type}
      error={at(errors, 'identity_type')}
      required
      data={ID_TYPES.rows.map(({ code }) => code)}
      onChange={(event) => change({ identity_type: event.currentTarget.value })}
    />
  )
}

type ChoiceProps = Fields & {
  field: keyof typeof OPTIONS
  onChoose?: (label: string) => Partial<PartyFields>
}

const Choice = ({ field, typed, change, errors, onChoose }: ChoiceProps) => {
  const { i18n } = useLingui()
  const id = useId()
  return (
    <div className={field === 'msic_code' ? classes.wide : ''}>
      <SearchSelect
        id={id}
        label={i18n._(PARTY_LABELS[field])}
        required
        options={OPTIONS[field]}
        value={typed[field]}
        error={at(errors, field)}
        onChoose={({ value, label }) => change({ [field]: value, ...onChoose?.(label) })}
      />
    </div>
  )
}
