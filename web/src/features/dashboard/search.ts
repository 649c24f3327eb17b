import { z } from 'zod'
import { readAddress } from '../../ui/address/read-address.ts'

export const readDashboard = readAddress({ tab: z.enum(['overview', 'graphs']) })
