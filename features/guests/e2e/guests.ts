import type { Browser } from '@playwright/test'
import { linkMark } from '../../../core/server/mail/encrypted-link.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { originalSite } from '../../../tests/helpers/original-site.ts'
import { findPostById } from '../../posts/server/reading/find-post.ts'
import { savePost } from '../../posts/server/writing/save-post.ts'
import { guestPaths } from '../contract/guest-paths.ts'
import { emptyInvite } from '../contract/invites.ts'
import { findByline } from '../server/authors.ts'
import type { Mailing } from '../server/invite-mails.ts'
import { acceptInvite, sendInvite } from '../server/invites.ts'
import { saveRoom, submitText } from '../server/writing-room-changes.ts'

const mailing: Mailing = {
  site: originalSite('http://everyday.test'),
  notify: undefined,
  // These tests do not read the emails, so a dummy text with the placeholder for the link is enough.
  writeEmail: async () => ({ subject: 'A mail', text: linkMark, html: '' }),
}

let guests = 0

/** Sends an invitation and returns its id and the path that its guest opens. */
export async function inviteGuest({ instance }: TestServer): Promise<{ id: number; invitation: string }> {
  const values = {
    ...emptyInvite,
    // A second invitation to the same address would replace the first one.
    email: `jo${++guests}@example.org`,
    name: 'Jo Guest',
    suggestedTopic: 'Letters to donors that still sound like you',
    customMessage: 'You told us about the letters of your food bank.\nWould you write that down?',
    dueDate: '2031-03-01',
  }
  const { invite, url } = await sendInvite(instance.db, values, mailing)
  return { id: invite.id, invitation: new URL(url).pathname }
}

/** Invites a guest author and accepts for them. Returns the writing room: the guest's page, without an account. */
export async function openRoom(server: TestServer): Promise<{ id: number; token: string; path: string }> {
  const { id, invitation } = await inviteGuest(server)
  const token = await acceptInvite(server.instance.db, invitation.split('/').at(-1) ?? '', undefined, mailing)
  if (token === undefined) throw new Error('the invitation could not be accepted')
  return { id, token, path: guestPaths.writingRoom(token) }
}

const letters = `<p>Most thank-you letters sound the same. Ours did, too.</p><h2>What we changed</h2>
  <p>We wrote down ${'one true thing '.repeat(8)}about every gift.</p><p>${'w'.repeat(200)}</p>`

/** Opens a writing room and submits a draft in it. */
export async function handIn(server: TestServer, content = letters) {
  const room = await openRoom(server)
  const { db } = server.instance
  const saved = await saveRoom(db, room.token, {
    title: 'Letters that sound like you',
    content,
    name: 'Jo Guest',
    bio: 'Jo runs the food bank of Springfield.',
    photoUrl: '',
  })
  if (!saved.text) throw new Error('the draft has no text')
  const { text } = await submitText(db, room.token, saved.text.hash, mailing)
  if (!text) throw new Error('the submitted draft has no text')
  return { ...room, text }
}

/** Publishes a guest's post. The returned `slug` is that of the author's page. */
export async function createGuestPost(server: TestServer): Promise<{ slug: string; token: string }> {
  const { text, token } = await handIn(server)
  const { db } = server.instance
  const post = await findPostById(db, text.id)
  if (!post) throw new Error('the text is gone')
  const { title, content, version } = post
  const saved = await savePost(
    db,
    { id: 0, username: admin.username, role: 'owner' },
    { id: post.id, version, title, content, isPublished: true },
  )
  const byline = await findByline(db, post.id)
  if (saved.outcome !== 'saved' || !byline) throw new Error(saved.outcome)
  return { slug: byline.slug, token }
}

/** Opens a separate browser session for a guest. `exceptions` collects the uncaught errors on its pages. */
export async function openGuestBrowser(
  browser: Browser,
  server: TestServer,
  options: { viewport: { width: number; height: number }; colorScheme?: 'light' | 'dark' },
) {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: true, ...options })
  const exceptions: string[] = []
  context.on('weberror', (error) => exceptions.push(error.error().message))
  const page = await context.newPage()
  return { page, exceptions, close: () => context.close() }
}
