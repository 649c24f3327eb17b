import { useLingui } from '@lingui/react/macro'
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useProfile } from '../../session/session.ts'
import classes from './reports.module.css'

/** Of which company the report is. Whoever has one is not asked: it is filled in (specification 2 §5). */
export const TenantField = (field: NativeSelectProps) => {
  const { t } = useLingui()
  const { sender_entities } = useProfile()
  const companies = sender_entities.map(({ entity_code, name }) => ({ value: entity_code, label: name }))
  const [only, ...others] = companies
  return only && others.length === 0 ? (
    <NativeSelect
      label={t`Tenant`}
      data={companies}
      value={only.value}
      disabled
      className={classes.tenant ?? ''}
    />
  ) : (
    <NativeSelect {...field} label={t`Tenant`} data={[{ value: '', label: t`All tenants` }, ...companies]} />
  )
}
