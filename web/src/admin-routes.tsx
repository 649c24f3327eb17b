import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { enterAdmin, enterMapping } from './doors.ts'
import { activityLogAddress } from './features/activity-log/activity-log-address.ts'
import { keysAddress } from './features/api-keys/keys-address.ts'
import { requestsAddress } from './features/approval-requests/requests-address.ts'
import { auditLogAddress } from './features/audit-log/audit-log-address.ts'
import { broadcastsAddress } from './features/broadcasts/broadcasts-address.ts'
import { commitsAddress } from './features/commits/commits-address.ts'
import { loginLogAddress } from './features/login-log/login-log-address.ts'
import { mailsAddress } from './features/mails/mails-address.ts'
import { mappingsAddress } from './features/mappings/mappings-address.ts'
import { readPermissions } from './features/permissions/permissions-address.ts'
import { rulesAddress } from './features/rules/rules-address.ts'
import { traceAddress } from './features/trace/trace-address.ts'
import { usersAddress } from './features/users/users-address.ts'
import { deliveriesAddress } from './features/webhooks/deliveries-address.ts'
import { webhooksAddress } from './features/webhooks/webhooks-address.ts'
import { paths } from './paths.ts'
import { shell } from './shell-route.tsx'

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

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: paths.webhooks,
  beforeLoad: enterAdmin,
  validateSearch: webhooksAddress.read,
  component: lazyRouteComponent(() => import('./features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: paths.webhook,
  beforeLoad: enterAdmin,
  validateSearch: deliveriesAddress.read,
  component: lazyRouteComponent(() => import('./features/webhooks/WebhookPage.tsx'), 'WebhookPage'),
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

const codeLogs = createRoute({
  getParentRoute: () => shell,
  path: paths.codeLogs,
  beforeLoad: enterAdmin,
  validateSearch: commitsAddress.read,
  component: lazyRouteComponent(() => import('./features/commits/CommitsPage.tsx'), 'CommitsPage'),
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
  validateSearch: requestsAddress.read,
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

const settings = createRoute({
  getParentRoute: () => shell,
  path: paths.settings,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/settings/SettingsPage.tsx'), 'SettingsPage'),
})

const enrichment = createRoute({
  getParentRoute: () => shell,
  path: paths.enrichment,
  beforeLoad: enterAdmin,
  component: lazyRouteComponent(() => import('./features/enrichment/EnrichmentPage.tsx'), 'EnrichmentPage'),
})

const broadcasts = createRoute({
  getParentRoute: () => shell,
  path: paths.broadcasts,
  beforeLoad: enterAdmin,
  validateSearch: broadcastsAddress.read,
  component: lazyRouteComponent(() => import('./features/broadcasts/BroadcastsPage.tsx'), 'BroadcastsPage'),
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

const validationRules = createRoute({
  getParentRoute: () => shell,
  path: paths.validationRules,
  beforeLoad: enterMapping,
  validateSearch: rulesAddress.read,
  component: lazyRouteComponent(() => import('./features/rules/RulesPage.tsx'), 'RulesPage'),
})

const trace = createRoute({
  getParentRoute: () => shell,
  path: paths.trace,
  beforeLoad: enterMapping,
  validateSearch: traceAddress.read,
  component: lazyRouteComponent(() => import('./features/trace/TracePage.tsx'), 'TracePage'),
})

/** The screens of administration and of data mapping. */
export const adminRoutes = [
  entities,
  entity,
  admin,
  users,
  apiKeys,
  webhooks,
  webhook,
  auditLog,
  activityLog,
  loginLog,
  codeLogs,
  permissions,
  approvalRequests,
  settings,
  auditChain,
  mails,
  demo,
  enrichment,
  broadcasts,
  dataMapping,
  mappingRules,
  validationRules,
  trace,
] as const
