import { useProfile } from '../../session/session.ts'
import { NoCompany } from './NoCompany.tsx'
import { ProfileMissing } from './ProfileMissing.tsx'

/** In place of the screen where a person has no company, or no department of one. */
export const Unplaced = () => (useProfile().access_type === 'superadmin' ? <NoCompany /> : <ProfileMissing />)
