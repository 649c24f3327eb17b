import { useLingui } from '@lingui/react/macro'
import { useProfile } from '../../session/session.ts'
import { Facts } from '../../ui/Facts.tsx'
import { ACCESS_TYPE_WORDS, listed } from './details.ts'

/** Who I am to the portal. Only the administration changes any of it. */
export const DetailsPanel = () => {
  const { t, i18n } = useLingui()
  const person = useProfile()
  return (
    <Facts
      layout="list"
      facts={[
        [t`Username`, listed([person.username])],
        [t`Email`, listed([person.email])],
        [t`First Name`, listed([person.first_name])],
        [t`Last Name`, listed([person.last_name])],
        [t`Access Type`, i18n._(ACCESS_TYPE_WORDS[person.access_type])],
        [t`Entities`, listed(person.sender_entities.map(({ name }) => name))],
        [t`Roles`, listed(person.groups.map(({ name }) => name))],
        [t`Department Codes`, listed(person.store_code.map(({ code }) => code))],
      ]}
    />
  )
}
