import { type ReactNode, useId } from 'react'
import { own } from '#codes/own.ts'
import type { Party } from '#domain/documents/document.ts'
import { FieldGrid, Wide } from '../../ui/form/FieldGrid.tsx'
import { PARTY_LOOKS } from './fields.ts'
import type { PartyName } from './labels.ts'
import { PartyField } from './PartyField.tsx'

/** What is asked of the form, as @mantine/form has it; a party's fields are at the top of its values. */
type Form = {
  values: Readonly<Partial<Party>>
  errors: Readonly<Record<string, ReactNode>>
  setFieldValue: (field: PartyName, value: string) => void
}

type Props = { form: Form; fields: readonly PartyName[]; required: readonly PartyName[] }

/** Fields of a party in a small form, in two columns. */
export const PartyFields = ({ form, fields, required }: Props) => {
  const id = useId()
  const change = (part: Partial<Party>) => {
    // Its keys are names of fields.
    for (const [field, value] of Object.entries(part)) form.setFieldValue(field as PartyName, value)
  }
  return (
    <FieldGrid>
      {fields.map((field) => {
        const error = own(form.errors, field)
        const control = (
          <PartyField
            key={field}
            field={field}
            party={form.values}
            id={`${id}-${field}`}
            error={typeof error === 'string' ? error : undefined}
            required={required.includes(field)}
            onChange={change}
          />
        )
        return PARTY_LOOKS[field]?.wide ? <Wide key={field}>{control}</Wide> : control
      })}
    </FieldGrid>
  )
}
