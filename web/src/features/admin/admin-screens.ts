import { msg } from '@lingui/core/macro'
import {
  IconActivity,
  IconAdjustments,
  IconBuilding,
  IconChecklist,
  IconEraser,
  IconGitCommit,
  IconHistory,
  IconKey,
  IconLink,
  IconLogin2,
  IconMail,
  IconSpeakerphone,
  IconUsers,
  IconUsersGroup,
  IconWand,
  IconWebhook,
} from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import type { ScreenCard } from '../../widgets/ScreenCards.tsx'

/** The screens of administration in order. A new one is one line here. */
export const ADMIN_SCREENS: readonly ScreenCard[] = [
  {
    label: msg`User Management`,
    about: msg`People, their groups, companies and departments.`,
    icon: IconUsers,
    to: paths.users,
  },
  {
    label: msg`Entity Management`,
    about: msg`Companies, their credentials and certificates.`,
    icon: IconBuilding,
    to: paths.entities,
  },
  {
    label: msg`API Key Management`,
    about: msg`Keys by which tills and other programs send documents.`,
    icon: IconKey,
    to: paths.apiKeys,
  },
  {
    label: msg`Webhooks`,
    about: msg`Programs that are told at once what becomes of documents.`,
    icon: IconWebhook,
    to: paths.webhooks,
  },
  {
    label: msg`Permission Management`,
    about: msg`Groups and what they may do, and departments.`,
    icon: IconUsersGroup,
    to: paths.permissions,
  },
  {
    label: msg`Approval Requests`,
    about: msg`Changes that wait for a second superadmin.`,
    icon: IconChecklist,
    to: paths.approvalRequests,
  },
  {
    label: msg`Enrichment Management`,
    about: msg`What fills the fields that a document leaves empty.`,
    icon: IconWand,
    to: paths.enrichment,
  },
  {
    label: msg`Broadcast Messages`,
    about: msg`What the dashboard tells everybody who signs in.`,
    icon: IconSpeakerphone,
    to: paths.broadcasts,
  },
  {
    label: msg`Application Settings`,
    about: msg`What the whole installation goes by, changed while it runs.`,
    icon: IconAdjustments,
    to: paths.settings,
  },
  {
    label: msg`User Audit Logs`,
    about: msg`Who changed what, from what to what.`,
    icon: IconHistory,
    to: paths.auditLog,
  },
  {
    label: msg`Admin Activity Logs`,
    about: msg`Every call of administration, the refused ones too.`,
    icon: IconActivity,
    to: paths.activityLog,
  },
  {
    label: msg`User Login Report`,
    about: msg`Who signed in, from where and when.`,
    icon: IconLogin2,
    to: paths.loginLog,
  },
  {
    label: msg`Master Code Logs`,
    about: msg`What was changed in the code of the portal, by whom and when.`,
    icon: IconGitCommit,
    to: paths.codeLogs,
  },
  {
    label: msg`Audit Chain`,
    about: msg`Whether the evidence is as it was written.`,
    icon: IconLink,
    to: paths.auditChain,
  },
  {
    label: msg`Mails`,
    about: msg`What was written to people while there is no mail server.`,
    icon: IconMail,
    to: paths.mails,
  },
]

/** Offered while there is something to remove. */
export const DEMO_SCREEN: ScreenCard = {
  label: msg`Demo Data`,
  about: msg`What the demo company brought along, and its removal in one act.`,
  icon: IconEraser,
  to: paths.demo,
}
