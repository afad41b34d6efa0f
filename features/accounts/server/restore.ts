import type pg from 'pg'
import { isAtLeast, type Role } from '../../../core/contract/roles.ts'
import type { RestoreSteps } from '../../manifest/feature.ts'
import { formerUsername } from './personal-data.ts'

type User = { id: number; username: string; role: Role; createdAt: string; disabledAt: string | null }

const readUsers = `select id, lower(username) as username, role, created_at::text as "createdAt",
    disabled_at::text as "disabledAt"
  from public.users order by id`

export const accountRestore = {
  async keepEnded({ read }) {
    const users = await read<User>(readUsers, 'users', ['role', 'created_at', 'disabled_at'])
    const usedCodes = await read(
      'select code_hash as hash, used_at::text as at from public.recovery_codes where used_at is not null',
      'recovery_codes',
      ['code_hash', 'used_at'],
    )
    return async (client) => {
      await takeRightsAgain(client, users)
      await client.query(
        `update recovery_codes set used_at = used.at
         from jsonb_to_recordset($1) as used (hash text, at timestamptz)
         where code_hash = used.hash and used_at is null`,
        [JSON.stringify(usedCodes)],
      )
    }
  },
  /**
   * Ends all API tokens, as all sessions end, and all invitations and password links of colleagues, so that none works
   * that was revoked, used, or ended after the backup.
   */
  async stop(tx) {
    await tx.execute('update api_tokens set revoked_at = now() where revoked_at is null')
    await tx.execute(
      'update team_invites set revoked_at = now() where accepted_at is null and revoked_at is null',
    )
    await tx.execute('delete from password_links')
  },
} satisfies RestoreSteps

/**
 * Ends the access of users whose access had ended, and lowers roles that had been lowered. If no owner would be left,
 * the first owner of the backup stays one, because someone must be able to sign in.
 */
async function takeRightsAgain(client: pg.Client, before: User[]): Promise<void> {
  const { rows: now } = await client.query<User>(readUsers)
  const wanted = now.map((user) => {
    const known = before.find(
      ({ id, username, createdAt }) =>
        id === user.id &&
        (username === user.username ||
          (username.startsWith(formerUsername(id)) && createdAt === user.createdAt)),
    )
    if (!known) return user
    const role = isAtLeast(known.role, user.role) ? user.role : known.role
    return { ...user, role, disabledAt: user.disabledAt ?? known.disabledAt }
  })
  const isOwner = ({ role, disabledAt }: User) => role === 'owner' && disabledAt === null
  if (!wanted.some(isOwner)) {
    const kept = now.findIndex(isOwner)
    const owner = now[kept]
    // Without users in the backup, /setup makes the first one.
    if (!owner) return
    wanted[kept] = owner
  }
  await client.query(
    `update users set role = wanted.role, disabled_at = wanted."disabledAt"
     from jsonb_to_recordset($1) as wanted (id int, role text, "disabledAt" timestamptz)
     where users.id = wanted.id`,
    [JSON.stringify(wanted)],
  )
}
