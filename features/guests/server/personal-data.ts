import { type SQL, sql } from 'drizzle-orm'
import type { PersonalData } from '../../manifest/feature.ts'
import { hidePictures } from '../../media/server/delete-media.ts'
import { inviteStatusLabels } from '../../posts/contract/post-guest.ts'
import { linesOf } from '../../posts/server/rendering/sanitize.ts'
import { deletePosts } from '../../posts/server/writing/trash.ts'

export const guestPersonalData = {
  place: 4,
  names: {
    invites: ['invitation to write', 'invitations to write'],
    posts: ['unpublished draft', 'unpublished drafts'],
    pictures: ['image you sent us', 'images you sent us'],
  },
  labels: {
    message: 'Our message',
    topic: 'Suggested topic',
    bio: 'About you',
    'changes asked for': 'Changes requested',
    answers: 'Your replies to comments',
    changed: 'Last changed',
  },
  words: { status: inviteStatusLabels },
  traces: (email) => ({
    invites: sql`select email, name, suggested_topic as topic, custom_message as message, status, bio, photo_url as photo,
      changes_message as "changes asked for",
      invited_at as invited, responded_at as answered,
      array(select answer from guest_comments where invite_id = author_invites.id and answer is not null) as answers
      ${invitesOf(email)}`,
    posts: sql`select title, excerpt, content as text, author, created_at as written, updated_at as changed
      ${draftsOf(invitesOf(email))}`,
    pictures: sql`select original_name as file, alt as description, '/media/' || name || '-' || width as address,
      created_at as received ${picturesOf(invitesOf(email))}`,
  }),
  show: { posts: (post) => ({ ...post, text: linesOf(String(post.text)).trim() }) },
  addresses: sql`select lower(email) from author_invites`,
  cameBack: (email, since) =>
    sql`select from author_invites where lower(email) = ${email} and invited_at > ${since}`,
  /** A published post keeps its author's name until an admin removes it. */
  async erase(tx, { email, until }) {
    const invites = invitesOf(email, until)
    await tx.execute(sql`update guest_comments set answer = null where invite_id in (select id ${invites})`)
    const posts = await deletePosts(tx, sql`id in (select id ${draftsOf(invites)})`)
    const pictures = await hidePictures(tx, sql`id in (select id ${picturesOf(invites)})`)
    const kept = await tx.execute(
      sql`update author_invites set email = '', custom_message = null, changes_message = null, invite_token = null, room_token = null, mailed_room_tokens = '{}'
        where id in (select id ${invites}) and ${hasPublicText}`,
    )
    const gone = await tx.execute(sql`delete ${invites}`)
    return { posts, pictures, invites: (kept.rowCount ?? 0) + (gone.rowCount ?? 0) }
  },
} satisfies PersonalData

/** Invites of an address (in lower case), up to a time */
function invitesOf(email: string, until: SQL = sql`'infinity'`): SQL {
  return sql`from author_invites where lower(email) = ${email} and invited_at <= ${until}`
}

/** True for an invite whose text has been public. Such a text is not deleted and keeps its author's name. */
const hasPublicText = sql`coalesce(
  post_id in (select id from blog_posts where first_published_at is not null), false)`

/** Texts of these invites that have never been public */
function draftsOf(invites: SQL): SQL {
  return sql`from blog_posts where first_published_at is null and id in (select post_id ${invites})`
}

/** Pictures of these invites that no other post uses */
function picturesOf(invites: SQL): SQL {
  return sql`from media where ready_at is not null and invite_id in (select id ${invites} and not ${hasPublicText})
    and not exists (select 1 from blog_posts
      where pictures @> array[media.name] and id not in (select id ${draftsOf(invites)}))`
}
