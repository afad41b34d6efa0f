import { sql } from 'drizzle-orm'
import { users } from '../db/schema/accounts.ts'
import type { Feature } from '../feature.ts'
import { jobWork } from '../jobs/queue.ts'
import { securityMail, sendAccountNotice } from './account-notice.ts'
import { addAccountPages } from './account-pages.ts'
import { addAccountRoutes } from './account-routes.ts'
import { accountActions } from './actions.ts'
import { addApiTokenRoutes } from './api-token-routes.ts'
import { sweepTokens } from './api-tokens.ts'
import { userName } from './display-name.ts'
import { accountNoticeJob } from './guess-limit.ts'
import { addLoginPages } from './login-pages.ts'
import { sweepPendingSignIns } from './pending-sign-ins.ts'
import { accountPersonalData } from './personal-data.ts'
import { accountRestore } from './restore.ts'
import { sweepChallenges } from './second-factor/challenges.ts'
import { addPasskeyRoutes } from './second-factor/passkey-routes.ts'
import { addSecondFactorRoutes } from './second-factor/routes.ts'
import { sweepTotpSetups } from './second-factor/totp.ts'
import { sweepSessions } from './sessions.ts'
import { sweepTeamInvites, teamMail } from './team/invites.ts'
import { addJoinPage } from './team/join-page.ts'
import { addPasswordLinkPage } from './team/password-link-page.ts'
import { sweepPasswordLinks } from './team/password-links.ts'
import { addTeamRoutes } from './team/routes.ts'

export const accounts = {
  routes: [
    addLoginPages,
    addAccountPages,
    addAccountRoutes,
    addTeamRoutes,
    addJoinPage,
    addPasswordLinkPage,
    addApiTokenRoutes,
    addSecondFactorRoutes,
    addPasskeyRoutes,
  ],
  jobs: [jobWork(accountNoticeJob, sendAccountNotice)],
  sweeps: [
    sweepSessions,
    sweepTeamInvites,
    sweepPasswordLinks,
    sweepTokens,
    sweepPendingSignIns,
    sweepTotpSetups,
    sweepChallenges,
  ],
  personal: accountPersonalData,
  restore: accountRestore,
  actions: accountActions,
  subjects: {
    user: { label: 'User', rows: sql`select ${users.id} as id, ${userName} as name from ${users}` },
    invite: { label: 'Invite', rows: sql`select id, display_name as name from team_invites` },
    token: { label: 'API token', rows: sql`select id, name from api_tokens` },
  },
  settings: { 'second-factor': 'who needs two-step sign-in' },
  mailKinds: [teamMail, securityMail],
} satisfies Feature
