/** Every address of the product, once. Links name these; `routes.tsx` registers them. */
export const paths = {
  login: '/log-in',
  resetPassword: '/reset-password/$token',
  dashboard: '/dashboard',
  invoices: '/dashboard/invoices',
  approval: '/dashboard/invoices/approval',
  create: '/dashboard/invoices/create',
  edit: '/dashboard/invoices/edit/$uuid',
  createDocument: '/dashboard/create-document',
  customers: '/dashboard/customers',
  items: '/dashboard/itemstable',
  account: '/dashboard/my-account',
  admin: '/admin',
  entities: '/admin/entity-management',
  entity: '/admin/entity-management/$id',
  apiKeys: '/admin/api-key-management',
  loginLog: '/admin/user-login-log',
} as const
