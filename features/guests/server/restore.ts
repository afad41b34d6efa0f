import type { RestoreSteps } from '../../manifest/feature.ts'

export const guestRestore = {
  async keepEnded({ has, read }) {
    const invites = await read(
      `select id, lower(email) as email, status = 'revoked' as "isRevoked",
         invite_token as "inviteToken", room_token as "roomToken",
         ${has('author_invites', ['mailed_room_tokens']) ? 'mailed_room_tokens' : `'{}'::text[]`} as "mailedRoomTokens"
       from public.author_invites`,
      'author_invites',
      ['status', 'invite_token', 'room_token'],
    )
    // A link that was renewed after the backup keeps working, and the older link from the backup does not.
    return (client) =>
      client.query(
        `update author_invites as now set
           status = case when "isRevoked" then 'revoked' else now.status end,
           invite_token = case when now.invite_token is null then null else coalesce("inviteToken", now.invite_token) end,
           room_token = case when now.room_token is null then null else coalesce("roomToken", now.room_token) end,
           mailed_room_tokens = case when now.room_token is null then '{}' else "mailedRoomTokens" end
         from jsonb_to_recordset($1)
           as known (id int, email text, "isRevoked" boolean, "inviteToken" text, "roomToken" text,
             "mailedRoomTokens" text[])
         where now.id = known.id and lower(now.email) = known.email`,
        [JSON.stringify(invites)],
      )
  },
} satisfies RestoreSteps
