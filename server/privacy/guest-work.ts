import { type SQL, sql } from 'drizzle-orm'

/** Invites of an address (in lower case), up to a time */
export const invitesOf = (email: string, until: SQL = sql`'infinity'`) =>
  sql`from author_invites where lower(email) = ${email} and invited_at <= ${until}`

/** True for an invite whose text has been public. Such a text is not deleted and keeps its author's name. */
export const hasPublicText = sql`coalesce(
  post_id in (select id from blog_posts where first_published_at is not null), false)`

/** Texts of these invites that have never been public */
export const draftsOf = (invites: SQL) =>
  sql`from blog_posts where first_published_at is null and id in (select post_id ${invites})`

/** Pictures of these invites that no other post uses */
export const picturesOf = (invites: SQL) =>
  sql`from media where ready_at is not null and invite_id in (select id ${invites} and not ${hasPublicText})
    and not exists (select 1 from blog_posts
      where pictures @> array[media.name] and id not in (select id ${draftsOf(invites)}))`
