import { paths } from '../../../../core/contract/paths.ts'
import { rights } from '../../../../core/contract/roles.ts'
import { sendsByHand } from '../../../../core/server/connected-services.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import type { Session } from '../../../../core/server/http/guards/session.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import { passwordLinkCreate } from '../../contract/password-links.ts'
import {
  memberAccessEnd,
  memberAccessRestore,
  memberRoleUpdate,
  profileUpdate,
  teamInviteCreate,
  teamInviteRenew,
  teamInviteRevoke,
  teamRead,
} from '../../contract/team.ts'
import { requireConfirmation } from '../second-factor/confirmation.ts'
import { inviteColleague, listTeamInvites, renewTeamInvite, revokeTeamInvite } from './invites.ts'
import {
  changeRole,
  type DeleteLinks,
  endAccess,
  listMembers,
  restoreAccess,
  updateProfile,
} from './members.ts'
import { makePasswordLink } from './password-links.ts'

type TeamDeps = RouteDeps & { writeEmail: WriteEmail; deletePreviewLinksOf: DeleteLinks }

/** Adds the endpoints of the team: users, their roles and access, and invitations of colleagues. */
export function addTeamRoutes(app: App, deps: TeamDeps): void {
  const { config, db, siteSource, connections, writeEmail, deletePreviewLinksOf } = deps
  const owners = { audience: 'admin', role: rights.manageTeam } as const
  const readDelivery = async () =>
    (await sendsByHand(connections)) ? ('outbox' as const) : ('sent' as const)
  const readMailing = async () => ({ site: await siteSource.read(), writeEmail })

  route(app, teamRead, owners, async () => ({
    members: await listMembers(db),
    invites: await listTeamInvites(db),
  }))

  // Without a confirmation, someone at an unattended computer could invite themselves as an owner.
  const confirmedUser = async (session: Session) => {
    await requireConfirmation(db, session)
    return session.user
  }

  route(app, teamInviteCreate, owners, async ({ body, session }) => {
    const user = await confirmedUser(session)
    const invited = await inviteColleague(db, user, body, await readMailing())
    return { ...invited, delivery: await readDelivery() }
  })

  route(app, teamInviteRenew, owners, async ({ params, session }) => {
    const user = await confirmedUser(session)
    const renewed = orNotFound(await renewTeamInvite(db, user, params.id, await readMailing()))
    return { ...renewed, delivery: await readDelivery() }
  })

  route(app, teamInviteRevoke, owners, async ({ params, session: { user } }) => {
    orNotFound(await revokeTeamInvite(db, user, params.id))
  })

  route(app, memberRoleUpdate, owners, async ({ params, body, session }) =>
    orNotFound(await changeRole(db, await confirmedUser(session), params.id, body.role)),
  )

  route(app, memberAccessEnd, owners, async ({ params, session }) =>
    orNotFound(await endAccess(db, await confirmedUser(session), params.id, deletePreviewLinksOf)),
  )

  route(app, memberAccessRestore, owners, async ({ params, session }) =>
    orNotFound(await restoreAccess(db, await confirmedUser(session), params.id)),
  )

  route(app, passwordLinkCreate, owners, async ({ params, session }) => {
    const { token, expiresAt } = orNotFound(
      await makePasswordLink(db, await confirmedUser(session), params.id),
    )
    const url = new URL(paths.newPassword(token), config.publicUrl).href
    return { url, expiresAt: expiresAt.toISOString() }
  })

  route(
    app,
    profileUpdate,
    { audience: 'admin', role: rights.work },
    async ({ body, session: { user } }) => ({ user: await updateProfile(db, user.id, body) }),
  )
}
