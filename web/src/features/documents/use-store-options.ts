import { useProfile } from '../../session/session.ts'

/** The departments of this person, by code and name, to choose from. */
export const useStoreOptions = () =>
  useProfile().store_code.map(({ code, name }) => ({ value: code, label: name ? `${code} ${name}` : code }))
