import { z } from 'zod'
import { readAddress } from '../../ui/address.ts'

export const readDashboard = readAddress({ tab: z.enum(['overview', 'graphs']) })
