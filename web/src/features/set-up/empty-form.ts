import { firstEnvironment } from '../../widgets/environment-look.ts'
import { PARTY_NAMES, type PartyName } from '../../widgets/party/labels.ts'

/** What the form begins with: a Malaysian company with a registration number, and nothing at stake. */
export const emptyForm = (has_simulator: boolean) => ({
  ...{ first_name: '', last_name: '', username: '', account_email: '', new_password: '', again: '' },
  // PARTY_NAMES holds each field once.
  ...(Object.fromEntries(PARTY_NAMES.map((field) => [field, ''])) as Record<PartyName, string>),
  ...{ identity_type: 'BRN', country: 'MYS' },
  ...{ store_code: '', store_name: '' },
  ...{ environment: firstEnvironment(has_simulator), client_id: '', client_secret: '' },
})
