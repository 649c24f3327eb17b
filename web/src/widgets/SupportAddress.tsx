import { useQuery } from '@tanstack/react-query'
import { sessionOptions } from '../session/session.ts'
import { SupportMail } from '../ui/SupportMail.tsx'

/** Where the people of this installation write for help. */
export const SupportAddress = () => <SupportMail address={useQuery(sessionOptions).data?.support_email} />
