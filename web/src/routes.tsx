import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { adminRoutes } from './admin-routes.tsx'
import { skipSignIn } from './doors.ts'
import { readAccount } from './features/account/account-address.ts'
import { previousAddress } from './features/create-document/previous-address.ts'
import { customersAddress } from './features/customers/customers-address.ts'
import { readDashboard } from './features/dashboard/search.ts'
import { defectsAddress } from './features/defects/defects-address.ts'
import { readCreate, readEdit } from './features/document-form/search.ts'
import { pendingAddress } from './features/documents/approval/pending-address.ts'
import { InvoicesPage } from './features/documents/list/InvoicesPage.tsx'
import { invoicesAddress } from './features/documents/list/invoices-address.ts'
import { readImport } from './features/imports/import-address.ts'
import { importsAddress } from './features/imports/imports-address.ts'
import { itemsAddress } from './features/items/items-address.ts'
import { reportsAddress } from './features/reports/reports-address.ts'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { CrashPage } from './shell/CrashPage.tsx'
import { NotFoundPage } from './shell/NotFoundPage.tsx'
import { root, shell } from './shell-route.tsx'
import { readSignIn } from './ui/address/sign-in-address.ts'

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

/** Where the daily mail ends, signed in or not. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: paths.unsubscribe,
  component: lazyRouteComponent(() => import('./features/sign-in/UnsubscribePage.tsx'), 'UnsubscribePage'),
})

/** Where the link of a first start leads. */
const setUp = createRoute({
  getParentRoute: () => root,
  path: paths.setUp,
  component: lazyRouteComponent(() => import('./features/set-up/SetUpPage.tsx'), 'SetUpPage'),
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
  component: InvoicesPage,
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

const importList = createRoute({
  getParentRoute: () => shell,
  path: paths.imports,
  validateSearch: importsAddress.read,
  component: lazyRouteComponent(() => import('./features/imports/ImportsPage.tsx'), 'ImportsPage'),
})

const importOne = createRoute({
  getParentRoute: () => shell,
  path: paths.import,
  validateSearch: readImport,
  component: lazyRouteComponent(() => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
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

const report = createRoute({
  getParentRoute: () => shell,
  path: paths.report,
  validateSearch: reportsAddress.read,
  component: lazyRouteComponent(() => import('./features/reports/ReportPage.tsx'), 'ReportPage'),
})

const account = createRoute({
  getParentRoute: () => shell,
  path: paths.account,
  validateSearch: readAccount,
  component: lazyRouteComponent(() => import('./features/account/AccountPage.tsx'), 'AccountPage'),
})

const support = createRoute({
  getParentRoute: () => shell,
  path: paths.support,
  validateSearch: defectsAddress.read,
  component: lazyRouteComponent(() => import('./features/defects/DefectsPage.tsx'), 'DefectsPage'),
})

const unknown = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage })

/** An address that the specification lists beside the registered ones (decisions.md §7). */
const alias = <const P extends string>(path: P, to: AliasTarget) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to, search: true, replace: true })
    },
  })
type AliasTarget =
  | typeof paths.approval
  | typeof paths.items
  | typeof paths.permissions
  | typeof paths.dataMapping
  | typeof paths.validationRules
  | typeof paths.codeLogs
  | typeof paths.settings
  | typeof paths.loginLog

const aliases = [
  alias('/dashboard/invoices/approvals', paths.approval),
  alias('/dashboard/Items', paths.items),
  alias('/dashboard/permission-management', paths.permissions),
  alias('/dashboard/master-code-logs', paths.codeLogs),
  alias('/dashboard/settings-management', paths.settings),
  alias('/admin/user-login-report', paths.loginLog),
  alias('/admin/data-mapping', paths.dataMapping),
  alias('/admin/validation-rules', paths.validationRules),
] as const

const routeTree = root.addChildren([
  start,
  logIn,
  resetPassword,
  unsubscribe,
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
    importList,
    importOne,
    customers,
    items,
    report,
    account,
    support,
    ...adminRoutes,
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
