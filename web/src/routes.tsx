import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readToken } from './api/token.ts'
import { enterAdmin, enterMapping, enterShell, readSignIn, skipSignIn } from './doors.ts'
import { readAccount } from './features/account/account-address.ts'
import { activityLogAddress } from './features/activity-log/activity-log-address.ts'
import { keysAddress } from './features/api-keys/keys-address.ts'
import { readRequests } from './features/approval-requests/requests-address.ts'
import { auditLogAddress } from './features/audit-log/audit-log-address.ts'
import { previousAddress } from './features/create-document/previous-address.ts'
import { customersAddress } from './features/customers/customers-address.ts'
import { readDashboard } from './features/dashboard/search.ts'
import { readCreate, readEdit } from './features/document-form/search.ts'
import { pendingAddress } from './features/documents/approval/pending-address.ts'
import { invoicesAddress } from './features/documents/list/invoices-address.ts'
import { itemsAddress } from './features/items/items-address.ts'
import { loginLogAddress } from './features/login-log/login-log-address.ts'
import { mailsAddress } from './features/mails/mails-address.ts'
import { mappingsAddress } from './features/mappings/mappings-address.ts'
import { readPermissions } from './features/permissions/permissions-address.ts'
import { usersAddress } from './features/users/users-address.ts'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { CrashPage } from './shell/CrashPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({})

const login = {
  getParentRoute: () => root,
  validateSearch: readSignIn,
  beforeLoad: skipSignIn,
  component: lazyRouteComponent(() => import('./features/sign-in/LoginPage.tsx'), 'LoginPage'),
}
const start = createRoute({ ...login, path: '/' })
const logIn = createRoute({ ...login, path: paths.login })

/** Where the link of a mail leads, signed in or not. */
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  component: lazyRouteComponent(
    () => import('./features/sign-in/ResetPasswordPage.tsx'),
    'ResetPasswordPage',
  ),
})

/** Where the link of a first start leads. */
const setUp = createRoute({
  getParentRoute: () => root,
  path: paths.setUp,
  component: lazyRouteComponent(() => import('./features/set-up/SetUpPage.tsx'), 'SetUpPage'),
})

/** Everything behind the sign-in. A signed-out visitor comes back to the address that he opened. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: ({ location }) => {
    if (!readToken()) throw redirect({ to: paths.login, search: { return: location.href } })
  },
  loader: ({ context, location }) => enterShell(context.queryClient, location.href),
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: paths.dashboard,
  validateSearch: readDashboard,
  component: lazyRouteComponent(() => import('./features/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})

const invoices = createRoute({
  getParentRoute: () => shell,
  path: paths.invoices,
  validateSearch: invoicesAddress.read,
  component: lazyRouteComponent(() => import('./features/documents/list/InvoicesPage.tsx'), 'InvoicesPage'),
})

const approval = createRoute({
  getParentRoute: () => shell,
  path: paths.approval,
  validateSearch: pendingAddress.read,
  component: lazyRouteComponent(
    () => import('./features/documents/approval/ApprovalPage.tsx'),
    'ApprovalPage',
  ),
})

const create = createRoute({
  getParentRoute: () => shell,
  path: paths.create,
  validateSearch: readCreate,
  component: lazyRouteComponent(() => import('./features/document-form/CreatePage.tsx'), 'CreatePage'),
})

const edit = createRoute({
  getParentRoute: () => shell,
  path: paths.edit,
  validateSearch: readEdit,
  component: lazyRouteComponent(() => import('./features/document-form/EditPage.tsx'), 'EditPage'),
})

const createDocument = createRoute({
  getParentRoute: () => shell,
  path: paths.createDocument,
  validateSearch: previousAddress.read,
  component: lazyRouteComponent(
    () => import('./features/create-document/CreateDocumentPage.tsx'),
    'CreateDocumentPage',
  ),
})

const upload = createRoute({
  getParentRoute: () => shell,
  path: paths.upload,
  component: lazyRouteComponent(
    () => import('./features/create-document/upload/UploadPage.tsx'),
    'UploadPage',
  ),
})

const customers = createRoute({
  getParentRoute: () => shell,
  path: paths.customers,
  validateSearch: customersAddress.read,
  component: lazyRouteComponent(() => import('./features/customers/CustomersPage.tsx'), 'CustomersPage'),
})

const items = createRoute({
  getParentRoute: () => shell,
  path: paths.items,
  validateSearch: itemsAddress.read,
  component: lazyRouteComponent(() => import('./features/items/ItemsPage.tsx'), 'ItemsPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  validateSearch: readAccount,
  component: lazyRouteComponent(() => import('./features/account/AccountPage.tsx'), 'AccountPage'),
})

const entities = createRoute({
  getParentRoute: () => shell,
  path: paths.entities,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/entities/EntitiesPage.tsx'), 'EntitiesPage'),
})

const entity = createRoute({
  getParentRoute: () => shell,
  path: paths.entity,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/entities/EntityPage.tsx'), 'EntityPage'),
})

const admin = createRoute({
  getParentRoute: () => shell,
  path: paths.admin,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/admin/AdminPage.tsx'), 'AdminPage'),
})

const users = createRoute({
  getParentRoute: () => shell,
  path: paths.users,
  beforeLoad: enterAdmin,
  validateSearch: usersAddress.read,
  component: lazyRouteComponent(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
})

const apiKeys = createRoute({
  getParentRoute: () => shell,
  path: paths.apiKeys,
  beforeLoad: enterAdmin,
  validateSearch: keysAddress.read,
  component: lazyRouteComponent(() => import('./features/api-keys/ApiKeysPage.tsx'), 'ApiKeysPage'),
})

const auditLog = createRoute({
  getParentRoute: () => shell,
  path: paths.auditLog,
  beforeLoad: enterAdmin,
  validateSearch: auditLogAddress.read,
  component: lazyRouteComponent(() => import('./features/audit-log/AuditLogPage.tsx'), 'AuditLogPage'),
})

const activityLog = createRoute({
  getParentRoute: () => shell,
  path: paths.activityLog,
  beforeLoad: enterAdmin,
  validateSearch: activityLogAddress.read,
  component: lazyRouteComponent(
    () => import('./features/activity-log/ActivityLogPage.tsx'),
    'ActivityLogPage',
  ),
})

const loginLog = createRoute({
  getParentRoute: () => shell,
  path: paths.loginLog,
  beforeLoad: enterAdmin,
  validateSearch: loginLogAddress.read,
  component: lazyRouteComponent(() => import('./features/login-log/LoginLogPage.tsx'), 'LoginLogPage'),
})

const permissions = createRoute({
  getParentRoute: () => shell,
  path: paths.permissions,
  beforeLoad: enterAdmin,
  validateSearch: readPermissions,
  component: lazyRouteComponent(
    () => import('./features/permissions/PermissionsPage.tsx'),
    'PermissionsPage',
  ),
})

const approvalRequests = createRoute({
  getParentRoute: () => shell,
  path: paths.approvalRequests,
  beforeLoad: enterAdmin,
  validateSearch: readRequests,
  component: lazyRouteComponent(
    () => import('./features/approval-requests/ApprovalRequestsPage.tsx'),
    'ApprovalRequestsPage',
  ),
})

const auditChain = createRoute({
  getParentRoute: () => shell,
  path: paths.auditChain,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/audit-chain/AuditChainPage.tsx'), 'AuditChainPage'),
})

const mails = createRoute({
  getParentRoute: () => shell,
  path: paths.mails,
  beforeLoad: enterAdmin,
  validateSearch: mailsAddress.read,
  component: lazyRouteComponent(() => import('./features/mails/MailsPage.tsx'), 'MailsPage'),
})

const demo = createRoute({
  getParentRoute: () => shell,
  path: paths.demo,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/demo/DemoPage.tsx'), 'DemoPage'),
})

const enrichment = createRoute({
  getParentRoute: () => shell,
  path: paths.enrichment,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/enrichment/EnrichmentPage.tsx'), 'EnrichmentPage'),
})

const dataMapping = createRoute({
  getParentRoute: () => shell,
  path: paths.dataMapping,
  beforeLoad: enterMapping,
  component: lazyRouteComponent(
    () => import('./features/mappings/MappingCockpitPage.tsx'),
    'MappingCockpitPage',
  ),
})

const mappingRules = createRoute({
  getParentRoute: () => shell,
  path: paths.mappingRules,
  beforeLoad: enterMapping,
  validateSearch: mappingsAddress.read,
  component: lazyRouteComponent(() => import('./features/mappings/MappingRulesPage.tsx'), 'MappingRulesPage'),
})

const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

/** An address that the specification lists beside the registered ones (decisions.md §7). */
const alias = <const P extends string>(path: P, to: AliasTarget) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, replace: true })
    },
  })
type AliasTarget =
  | typeof paths.approval
  | typeof paths.items
  | typeof paths.permissions
  | typeof paths.dataMapping

const aliases = [
  alias('/dashboard/invoices/approvals', paths.approval),
  alias('/dashboard/Items', paths.items),
  alias('/dashboard/permission-management', paths.permissions),
  alias('/admin/data-mapping', paths.dataMapping),
] as const

const routeTree = root.addChildren([
  start,
  logIn,
  resetPassword,
  setUp,
  ...aliases,
  shell.addChildren([
    dashboard,
    invoices,
    approval,
    create,
    edit,
    createDocument,
    upload,
    customers,
    items,
    admin,
    account,
    entities,
    entity,
    users,
    apiKeys,
    permissions,
    approvalRequests,
    auditLog,
    activityLog,
    loginLog,
    auditChain,
    mails,
    demo,
    enrichment,
    dataMapping,
    mappingRules,
    unknown,
  ]),
])

export const createLulusRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: CrashPage,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createLulusRouter>
  }
}
