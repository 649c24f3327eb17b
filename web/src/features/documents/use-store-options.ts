import { useProfile } from '../../session/session.ts'
import { storeOptions } from './store-options.ts'

/** The departments of this person, by code and name, to choose from. */
export const useStoreOptions = () => storeOptions(useProfile().store_code)
