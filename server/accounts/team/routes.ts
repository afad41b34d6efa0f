import { rights } from '../../../contracts/roles.ts'
import {
  memberAccessEnd,
  memberAccessRestore,
  memberRoleUpdate,
  profileUpdate,
  teamInviteCreate,
  teamInviteRenew,
  teamInviteRevoke,
  teamRead,
} from '../../../contracts/team.ts'
import type { App, RouteDeps } from '../../http/app.ts'
import { orNotFound, route } from '../../http/route.ts'
import type { WriteEmail } from '../../mail/email-templates.ts'
import { inviteColleague, listTeamInvites, renewTeamInvite, revokeTeamInvite } from './invites.ts'
import { changeRole, endAccess, listMembers, restoreAccess, setDisplayName } from './members.ts'

/** Adds the endpoints of the team: users, their roles and access, and invitations of colleagues. */
export function addTeamRoutes(app: App, deps: RouteDeps & { writeEmail: WriteEmail }): void {
  const { config, db, siteSource, writeEmail } = deps
  const owners = { audience: 'admin', role: rights.manageTeam } as const
  const delivery = config.mail.smtpUrl === undefined ? ('outbox' as const) : ('sent' as const)
  const readMailing = async () => ({ site: await siteSource.read(), writeEmail })

  route(app, teamRead, owners, async () => ({
    members: await listMembers(db),
    invites: await listTeamInvites(db),
  }))

  route(app, teamInviteCreate, owners, async ({ body, session: { user } }) => ({
    ...(await inviteColleague(db, user, body, await readMailing())),
    delivery,
  }))

  route(app, teamInviteRenew, owners, async ({ params, session: { user } }) => ({
    ...orNotFound(await renewTeamInvite(db, user, params.id, await readMailing())),
    delivery,
  }))

  route(app, teamInviteRevoke, owners, async ({ params, session: { user } }) => {
    orNotFound(await revokeTeamInvite(db, user, params.id))
  })

  route(app, memberRoleUpdate, owners, async ({ params, body, session: { user } }) =>
    orNotFound(await changeRole(db, user, params.id, body.role)),
  )

  route(app, memberAccessEnd, owners, async ({ params, session: { user } }) =>
    orNotFound(await endAccess(db, user, params.id)),
  )

  route(app, memberAccessRestore, owners, async ({ params, session: { user } }) =>
    orNotFound(await restoreAccess(db, user, params.id)),
  )

  route(
    app,
    profileUpdate,
    { audience: 'admin', role: rights.work },
    async ({ body, session: { user } }) => ({ user: await setDisplayName(db, user.id, body.displayName) }),
  )
}
