import type { SenderEntity } from '#contract/people/session.ts'
import type { AccessType } from '#domain/access/caller.ts'
import { FIRST_GROUPS } from '../users/first-groups.ts'
import { KINABALU_LOGO, SELAT_LOGO } from './logos.ts'

/** Two invented companies and seven invented people: enough for every role and every boundary. */
export const ENTITIES = {
  kinabalu: {
    entity_code: '1000000000000017',
    name: 'Kinabalu Trading Sdn Bhd',
    tin_no: 'C24187306090',
    identity_type: 'BRN',
    identity_number: '201501023456',
    sst_no: 'W10-1808-32000417',
    ttx_no: '',
    email: 'accounts@kinabalutrading.example',
    contact_number: '+60321688899',
    address1: 'Suite 12-03, Menara Kinabalu',
    address2: '88 Jalan Raja Chulan',
    address3: 'Bukit Ceylon',
    zipcode: '50200',
    city: 'Kuala Lumpur',
    state: '14',
    country: 'MYS',
    msic_code: '46496',
    business_description: 'Wholesale of electrical and electronic goods',
    environment: 'simulator',
    image: KINABALU_LOGO,
  },
  selat: {
    entity_code: '1000000000000025',
    name: 'Selat Foods Sdn Bhd',
    tin_no: 'C20935518040',
    identity_type: 'BRN',
    identity_number: '200901034567',
    sst_no: 'J31-1809-21000258',
    ttx_no: '',
    email: 'finance@selatfoods.example',
    contact_number: '+6073352210',
    address1: 'No. 17 Jalan Bukit Larkin 4',
    address2: 'Kawasan Perindustrian Larkin',
    address3: '',
    zipcode: '80350',
    city: 'Johor Bahru',
    state: '01',
    country: 'MYS',
    msic_code: '10793',
    business_description: 'Manufacture of sauces and condiments',
    environment: 'simulator',
    image: SELAT_LOGO,
  },
} as const satisfies Record<string, Omit<SenderEntity, 'id' | 'is_active'>>
export type EntityName = keyof typeof ENTITIES

export const STORES = {
  KUL01: { entity: 'kinabalu', name: 'Kuala Lumpur' },
  PEN01: { entity: 'kinabalu', name: 'Pulau Pinang' },
  JHB01: { entity: 'selat', name: 'Johor Bahru' },
} as const satisfies Record<string, { entity: EntityName; name: string }>
export type StoreName = keyof typeof STORES

export const GROUPS = FIRST_GROUPS
export type GroupName = keyof typeof GROUPS

type Account = {
  first_name: string
  last_name: string
  access_type: AccessType
  group: GroupName | undefined
  stores: readonly StoreName[]
  /** For the list that the first start prints. */
  does: string
}

/** The username is the part before the @ of the e-mail address; both sign in. */
export const ACCOUNTS = {
  aminah: {
    first_name: 'Aminah',
    last_name: 'Yusof',
    access_type: 'user',
    group: 'Makers',
    stores: ['KUL01', 'PEN01'],
    does: 'creates, edits, views, exports for Kinabalu (KUL01, PEN01)',
  },
  bakri: {
    first_name: 'Bakri',
    last_name: 'Hassan',
    access_type: 'staff',
    group: 'Approvers',
    stores: ['KUL01', 'PEN01'],
    does: 'approves and views for Kinabalu (KUL01, PEN01)',
  },
  chong: {
    first_name: 'Wei Ming',
    last_name: 'Chong',
    access_type: 'staff',
    group: 'All functions',
    stores: ['JHB01'],
    does: 'does everything for Selat Foods (JHB01)',
  },
  devi: {
    first_name: 'Devi',
    last_name: 'Krishnan',
    access_type: 'superadmin',
    group: undefined,
    stores: [],
    does: 'superadmin',
  },
  ezra: {
    first_name: 'Ezra',
    last_name: 'Lasimbang',
    access_type: 'user',
    group: 'All functions',
    stores: ['PEN01'],
    does: 'does everything for Kinabalu, PEN01 only',
  },
  farid: {
    first_name: 'Farid',
    last_name: 'Rahman',
    access_type: 'superadmin',
    group: undefined,
    stores: [],
    does: 'superadmin, the second one: approves what Devi made',
  },
  gita: {
    first_name: 'Gita',
    last_name: 'Nair',
    access_type: 'user',
    group: 'Auditors',
    stores: ['KUL01', 'PEN01', 'JHB01'],
    does: 'reads everything, changes nothing',
  },
} as const satisfies Record<string, Account>
export type AccountName = keyof typeof ACCOUNTS

export const emailOf = (account: AccountName) => `${account}@lulus.example`
