import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { jobWork } from '../../core/server/jobs/queue.ts'
import type { Feature } from '../manifest/feature.ts'
import { profileList } from './contract/team.ts'
import { users } from './schema/accounts.ts'
import { securityMail, sendAccountNotice } from './server/account-notice.ts'
import { addAccountPages } from './server/account-pages.ts'
import { addAccountRoutes } from './server/account-routes.ts'
import { accountActions } from './server/actions.ts'
import { addApiTokenRoutes } from './server/api-token-routes.ts'
import { sweepTokens } from './server/api-tokens.ts'
import { userName } from './server/display-name.ts'
import { addForgotPasswordPage } from './server/forgot-password-page.ts'
import { accountNoticeJob } from './server/guess-limit.ts'
import { addLoginPages } from './server/login-pages.ts'
import { sweepPendingSignIns } from './server/pending-sign-ins.ts'
import { accountPersonalData } from './server/personal-data.ts'
import { readProfileToday } from './server/profile-prompt.ts'
import { accountRestore } from './server/restore.ts'
import { sweepChallenges } from './server/second-factor/challenges.ts'
import { addPasskeyRoutes } from './server/second-factor/passkey-routes.ts'
import { addSecondFactorRoutes } from './server/second-factor/routes.ts'
import { sweepTotpSetups } from './server/second-factor/totp.ts'
import { sweepSessions } from './server/sessions.ts'
import { sweepTeamInvites, teamMail } from './server/team/invites.ts'
import { addJoinPage } from './server/team/join-page.ts'
import { addPasswordLinkPage } from './server/team/password-link-page.ts'
import { mailPasswordLinks, passwordLinkJob, sweepPasswordLinks } from './server/team/password-links.ts'
import { addTeamRoutes } from './server/team/routes.ts'

export const accounts = {
  routes: [
    addLoginPages,
    addAccountPages,
    addAccountRoutes,
    addTeamRoutes,
    addJoinPage,
    addForgotPasswordPage,
    addPasswordLinkPage,
    addApiTokenRoutes,
    addSecondFactorRoutes,
    addPasskeyRoutes,
  ],
  jobs: [jobWork(accountNoticeJob, sendAccountNotice), jobWork(passwordLinkJob, mailPasswordLinks)],
  sweeps: [
    sweepSessions,
    sweepTeamInvites,
    sweepPasswordLinks,
    sweepTokens,
    sweepPendingSignIns,
    sweepTotpSetups,
    sweepChallenges,
  ],
  today: { fields: { asksProfile: z.optional(z.nullable(z.boolean())) }, read: readProfileToday },
  unread: { fields: {}, lists: [profileList], count: async () => ({}) },
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
