import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { addMedia } from '../../server/media/media.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { addMails } from '../screens/stage.ts'
import { fillWaitlist } from '../screens/waitlist-entries.ts'
import { findUnplainWordsOn } from '../words/read-words.ts'
import { findViolations } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { handIn } from './guests.ts'
import { signIn } from './sign-in.ts'

// Every screen of the admin's app, in every state: axe in light and dark on a desk and on a phone, and no
// sideways scrolling at 320 px.

async function fillPeople(server: TestServer): Promise<void> {
  await fillWaitlist(server)
  await server.query(
    `update training_waitlist set tags = '{spring,"a rather long tag of many words"}', status = 'offered'`,
  )
  await server.query(
    `insert into person_notes (email, text, written_by) values ('maya@harborfoodbank.example', 'Call before noon.', 'Ann Admin')`,
  )
}

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

type Stage = { page: Page; post: Post; server: TestServer; cookie: string }

const states: Record<string, (stage: Stage) => Promise<void>> = {
  async insights({ page, server }) {
    await server.query(
      `insert into calendar_clicks (service, source) select service, '/' from unnest(array['plan', 'plan', 'calmpath']) as service`,
    )
    await server.query(
      `insert into page_views select (now() at time zone 'America/New_York')::date, path, 9 from unnest(array['/', '/blog/x']) as path`,
    )
    await server.query(
      `insert into training_waitlist (name, email, source) values ('P', 'p@example.org', '/waitlist')`,
    )
    await page.goto(paths.adminInsights)
    const toggles = page.getByText('Show as a table')
    await expect(toggles).toHaveCount(4)
    for (const toggle of await toggles.all()) await toggle.click()
    await expect(page.getByRole('table')).toHaveCount(4)
    await page.getByRole('application').first().focus()
  },
  async 'insights of days without anything'({ page }) {
    await page.goto(paths.adminInsightsRange('2019-01-01', '2019-03-01'))
    await expect(page.getByText('No page views in this period.')).toBeVisible()
  },
  async 'a new post'({ page }) {
    await page.goto(paths.admin)
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Title' }).fill('Donaudampfschifffahrt'.repeat(9))
    // A list from right to left: its marks stand inside the page, too.
    await page.getByRole('textbox', { name: 'Content' }).pressSequentially('- واحد')
    await expect(page.getByRole('listitem').getByText('واحد')).toBeVisible()
  },
  async 'a new post without its title'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(page.getByRole('main').getByRole('alert').first()).toBeVisible()
  },
  async 'a post with everything'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await expect(page.getByRole('textbox', { name: 'Content' }).getByText('return')).toHaveClass(/hljs/)
    await page.getByRole('textbox', { name: 'Title' }).fill(longWord)
  },
  async 'the field for a link, with a mistake'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Content' }).click()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Link URL').fill('javascript:alert(1)')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('Link URL')).toHaveAccessibleDescription(/Enter a web/)
  },
  async 'suggested titles'({ page }) {
    await page.route(`**${paths.api.aiSuggestions}`, (route) =>
      route.fulfill({
        json: { suggestions: ['One', 'A rather long title '.repeat(5)], provider: 'built-in' },
      }),
    )
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'AI Suggest' }).click()
    await expect(page.getByRole('button', { name: 'One', exact: true })).toBeVisible()
  },
  async 'a proposal'({ page, post }) {
    await page.route(`**${paths.api.aiGeneratePost}`, (route) =>
      route.fulfill({
        json: { title: 'Another', content: '<p>Other words.</p>', excerpt: 'Short', tags: ['x'] },
      }),
    )
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('button', { name: 'Generate AI Content' }).click()
    await expect(page.getByRole('region', { name: 'Text, part 1: After' })).toBeVisible()
  },
  async 'earlier versions'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('button', { name: 'Version history' }).click()
    await page.getByRole('list', { name: 'Versions, newest first' }).getByRole('button').first().click()
    await expect(page.getByText('The two versions are identical.')).toBeVisible()
  },
  async 'two versions'({ page, post, server, cookie }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Content' }).fill('Mine.')
    const json = { id: post.id, version: post.version, title: 'Theirs', content: '<p>Theirs.</p>' }
    await server.send(paths.api.blog, { cookie, json })
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('region', { name: 'Content: Yours' })).toBeVisible()
  },
  async 'text to restore'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await expect(page.getByRole('main').getByText('Not saved yet')).toBeVisible()
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
  },
  async 'the question before leaving'({ page }) {
    await page.goto(paths.admin)
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await page.getByRole('tab', { name: 'Manage Posts' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'people, one of them open'({ page, server }) {
    await fillPeople(server)
    await page.goto(`${paths.adminPeople}?open=waitlist-1`)
    await expect(page.getByRole('region', { name: 'Maya Okafor' }).getByLabel('New note')).toBeVisible()
  },
  async 'people, and the question before one is deleted'({ page, server }) {
    await fillPeople(server)
    await page.goto(`${paths.adminPeople}?open=waitlist-1`)
    await page.getByRole('button', { name: 'Delete...' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Maya Okafor?' })).toBeVisible()
  },
  async 'people, nobody yet'({ page }) {
    await page.goto(paths.adminPeople)
    await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  },
  async spam({ page, server }) {
    await fillPeople(server)
    await server.query('update training_waitlist set suspected_at = now()')
    await page.goto(`${paths.adminPeople}?view=spam`)
    await expect(page.getByRole('article', { name: 'Maya Okafor' })).toBeVisible()
  },
  async 'signing in again'({ page, server }) {
    await page.goto(paths.adminTab('manage'))
    const trash = page.getByRole('button', { name: /^Move to trash/ }).first()
    await expect(trash).toBeVisible()
    await server.query('delete from sessions')
    await trash.click()
    await expect(page.getByLabel('Password')).toBeVisible()
  },
  async 'the list'({ page }) {
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByRole('article').first()).toBeVisible()
  },
  async 'the list with nothing in it'({ page }) {
    await page.goto(`${paths.adminTab('manage')}&q=nothing`)
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
  },
  async 'a toast'({ page }) {
    await page.goto(paths.adminTab('manage'))
    await page.getByRole('button', { name: /^Move to trash/ }).click()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.keyboard.press('F8')
  },
  async 'the AI tools'({ page }) {
    await page.goto(paths.adminTab('ai-tools'))
    await expect(page.getByRole('heading', { name: 'Auto-Generate Content' })).toBeVisible()
  },
  async 'a draft that is ready'({ page, post }) {
    await page.route(`**${paths.api.generateAiContent}`, (route) =>
      route.fulfill({
        status: 201,
        json: { status: 'completed', jobId: 'one', posts: [{ ...post, title: longWord }] },
      }),
    )
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByText(/^Your draft is ready/)).toBeVisible()
  },
  async 'a draft that is being written'({ page }) {
    await page.route(`**${paths.api.generateAiContent}`, (route) =>
      route.fulfill({ status: 202, json: { status: 'running', jobId: 'one' } }),
    )
    await page.route(`**${paths.api.draftJob('one')}`, (route) =>
      route.fulfill({ json: { status: 'running', jobId: 'one' } }),
    )
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByRole('progressbar', { name: 'Writing a draft' })).toBeVisible()
  },
  async 'a text that is being written'({ page, post }) {
    // It never comes to an end.
    await page.route(`**${paths.api.aiGeneratePost}`, () => {})
    await page.goto(paths.adminPost(post.id))
    await page.getByRole('button', { name: 'Generate AI Content' }).click()
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  },
  async 'a recorder and a document'({ page }) {
    await page.goto(paths.adminTab('content-input'))
    await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible()
  },
  async 'a recording that holds nothing'({ page }) {
    await page.goto(paths.adminTab('content-input'))
    await expect(page.getByRole('button', { name: 'Start Recording' })).toBeVisible()
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('recording', 1)
          opening.onsuccess = () => {
            const writing = opening.result.transaction('pieces', 'readwrite')
            writing.objectStore('pieces').add(new Int16Array(16_000))
            writing.oncomplete = resolve
          }
        }),
    )
    await page.reload()
    await expect(page.getByText(/^We can’t hear anything in this recording/)).toBeVisible()
  },
  async 'a transcript, and a review of which AI has added too much'({ page }) {
    const text = 'we open at nine on monday and we need twelve volunteers'
    const answer = {
      title: 'A title',
      enhanced_content:
        '<h2>Monday</h2><p>We open at nine on Monday. Twelve volunteers are what we need. Thank you all for everything that you do.</p><ul><li>Together we are strong.</li></ul>',
      excerpt: 'In short.',
      tags: ['Monday', 'Volunteers'],
      provider: 'built-in',
    }
    await page.addInitScript(
      (kept) => localStorage.setItem('content-input', kept),
      JSON.stringify({ text: 'Notes.', transcript: text, enhanced: { source: 'recording', text, answer } }),
    )
    await page.goto(paths.adminTab('content-input'))
    await expect(page.getByText(/^AI added more than your limit/)).toBeVisible()
    await expect(page.getByText('From the built-in helper, no AI service used.')).toBeVisible()
  },
  async 'what a post was made from'({ page, post, server, cookie }) {
    const { id, version, title, content } = post
    const transcript = 'um so what we said was this '.repeat(40)
    await server.send(paths.api.blog, { cookie, json: { id, version, title, content, transcript } })
    await page.goto(paths.adminPost(id))
    await page.getByText('Transcript', { exact: true }).click()
    await expect(page.getByText(/um so what we said/)).toBeVisible()
  },
  async 'no invitations'({ page }) {
    await page.goto(paths.adminTab('authors'))
    await expect(page.getByRole('heading', { name: 'No invitations sent yet' })).toBeVisible()
  },
  async 'an invitation with its link'({ page, server }) {
    await handIn(server)
    await page.goto(paths.adminTab('authors'))
    await page.getByRole('button', { name: /^Resend/ }).click()
    await expect(page.getByLabel('Link for Jo Guest')).toBeVisible()
  },
  async 'the text of a guest'({ page, server }) {
    const { id } = await handIn(server)
    await page.goto(paths.adminReview(id))
    await page.getByRole('button', { name: /^Add comment on: Most/ }).click()
    await expect(page.getByLabel('Your comment')).toBeFocused()
  },
  async 'the shortcuts'({ page }) {
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: /^Shortcuts/ }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'the organisation'({ page }) {
    await page.goto(paths.adminSettings)
    await expect(page.getByLabel('Booking link')).toBeVisible()
  },
  async 'the account'({ page }) {
    await page.goto(paths.adminSettingsTab('account'))
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This device')).toBeVisible()
  },
  async 'the topics'({ page }) {
    await page.goto(paths.adminSettingsTab('topics'))
    await expect(page.getByLabel('Topics, one per line')).toBeVisible()
  },
  async 'the newsletter'({ page, server }) {
    await server.query('truncate newsletter_subscriptions, newsletter_issues cascade')
    await server.query(
      `insert into newsletter_subscriptions (email, is_active, end_reason, consent, source)
       values ('ann@example.org', true, null, 'Yes, please.', '/'), ('bea@example.org', false, 'bounced', null, null)`,
    )
    await server.query(
      `insert into newsletter_issues (subject, text, html, started_by) values ('Bread and data', '', '', 'Ann')`,
    )
    await server.query(
      'insert into newsletter_copies (issue_id, subscription_id) select i.id, s.id from newsletter_issues i, newsletter_subscriptions s',
    )
    await page.goto(paths.adminNewsletter)
    await expect(page.getByRole('button', { name: 'Remove ann@example.org' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open Outbox' })).toBeVisible()
  },
  async 'a newsletter before it is sent'({ page, server }) {
    await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
    await server.query(`select pg_notify('page_cache', 'site')`)
    await page.goto(paths.adminNewsletter)
    await page.getByRole('button', { name: 'Send a post' }).click()
    await page.getByRole('region', { name: 'Published posts' }).getByRole('listitem').first().click()
    await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible()
  },
  async 'importing addresses'({ page }) {
    await page.goto(paths.adminNewsletter)
    await page.getByRole('button', { name: 'Import subscribers' }).click()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  async 'the settings of AI, with a mistake'({ page, server }) {
    await server.query(
      `insert into ai_usage values (to_char(now() at time zone 'UTC', 'YYYY-MM'), 120000, 30000)
       on conflict (month) do nothing`,
    )
    await page.goto(paths.adminSettingsTab('ai'))
    await page.getByText('Show as a table').click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.getByLabel('Maximum AI-added text (%)').fill('200')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByLabel('Maximum AI-added text (%)')).toHaveAccessibleDescription(/from 0 to 100/)
    await page.getByRole('application').focus()
  },
  async 'personal details in what would be sent'({ page }) {
    const findings = [
      { kind: 'name', text: 'Wolfeschlegelsteinhausen-Bergerdorff Ann Example' },
      { kind: 'email', text: `${'a'.repeat(60)}@example.org` },
      { kind: 'phone', text: '217-555-0134' },
      ...Array.from({ length: 20 }, (_, index) => ({ kind: 'tax', text: `078-05-11${10 + index}` })),
    ]
    await page.route(`**${paths.api.aiCheck}`, (route) => route.fulfill({ json: { findings } }))
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'AI Suggest' }).click()
    await page.getByRole('checkbox', { name: '217-555-0134' }).uncheck()
    await page.setViewportSize({ width: 360, height: 800 })
    const overflowing = await page
      .getByRole('dialog')
      .getByRole('checkbox')
      .evaluateAll((boxes) =>
        boxes
          .map((box) => box.closest('label'))
          .filter((label) => label && label.scrollHeight > label.clientHeight)
          .map((label) => label?.textContent),
      )
    expect(overflowing).toEqual([])
    await expect(page.getByRole('button', { name: 'Hide 22 and send' })).toBeVisible()
  },
  async 'what readers will be told about AI'({ page, post }) {
    await page.goto(paths.adminPost(post.id))
    await page.getByLabel('Content type').selectOption('ai')
    await expect(page.getByText(/readers see: “This post was written by AI/i)).toBeVisible()
    await page.getByRole('switch').check()
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: /^I’ve read it/ })).toBeVisible()
  },
  async 'no mails'({ page, server }) {
    await server.query('truncate outbox_messages cascade')
    await page.goto(paths.adminOutbox)
    await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
  },
  async mails({ page, server }) {
    await addMails(server)
    await page.goto(paths.adminOutbox)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /Outbox.*\d to send/ })).toBeAttached()
  },
  async 'a mail that did not go'({ page, server }) {
    await addMails(server)
    await page.goto(`${paths.adminOutbox}?status=failed`)
    await page.getByRole('button', { name: /^Open/ }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
  async 'the settings of mails'({ page }) {
    await page.goto(paths.adminSettingsTab('mail'))
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByLabel('Send a test email to')).toHaveAccessibleDescription(/Enter a valid/)
  },
  async 'backups, of which the last one failed'({ page }) {
    const time = '2025-06-30T02:41:00.000Z'
    const json = {
      keep: 14,
      backups: [{ name: 'everyday-ai-2025-06-30T02-41-00-000Z.tar.gz', madeAt: time, bytes: 1_600_000 }],
      last: {
        startedAt: time,
        finishedAt: time,
        problem: 'The disk is full. Free some space, then try again.',
      },
      ledgerProblem: 'The list of deletions /srv/data/backups/deletions-0123456789ab.json can’t be read.',
      pictures: 'elsewhere',
    }
    await page.route(`**${paths.api.backups}`, (route) => route.fulfill({ json }))
    await page.goto(paths.adminSettingsTab('backup'))
    for (const hasText of ['The last backup failed.', 'The list of deleted people couldn’t be saved'])
      await expect(page.getByRole('alert').filter({ hasText })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Download the backup of/ })).toBeVisible()
  },
  async 'no pictures'({ page }) {
    await page.goto(paths.adminMedia)
    await expect(page.getByRole('heading', { name: 'No images found' })).toBeVisible()
  },
  async pictures({ page, server }) {
    await addPicture(server)
    await page.goto(paths.adminMedia)
    await expect(page.getByRole('article')).toBeVisible()
  },
  async 'adding a picture'({ page, server }) {
    await addPicture(server)
    await page.goto(paths.admin)
    await page.getByRole('button', { name: 'Image', exact: true }).click()
    await expect(page.getByRole('button', { name: 'A green wall' })).toBeVisible()
  },
  async 'describing a picture, with a mistake'({ page, server }) {
    await addPicture(server)
    await page.goto(paths.adminMedia)
    await page.getByRole('button', { name: 'Add an image' }).click()
    await page.getByLabel('Image file').setInputFiles({
      name: 'a-rather-long-name-of-a-file-that-a-camera-or-a-phone-has-made-up.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a picture'),
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(2)
  },
  async 'a post with a picture of its own'({ page, post, server, cookie }) {
    const imageUrl = await addPicture(server)
    const { id, version, title, content } = post
    await server.send(paths.api.blog, { cookie, json: { id, version, title, content, imageUrl } })
    await page.goto(paths.adminPost(id))
    await expect(page.getByLabel('Caption')).toBeVisible()
  },
  async 'the question before a picture is deleted'({ page, server }) {
    await addPicture(server)
    await page.goto(paths.adminMedia)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'an address that is not there'({ page }) {
    await page.goto(`${paths.admin}/nowhere`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  },
}

async function addPicture(server: TestServer): Promise<string> {
  const { db, media } = server.instance
  const wall = sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7' } })
  const bytes = await wall.png().toBuffer()
  const result = await addMedia(db, media, { bytes, alt: 'A green wall', originalName: 'wall.png' }, null)
  if (result.outcome !== 'added') throw new Error(result.detail)
  return result.item.src
}

test.describe('the admin shows', () => {
  test.use({ expectedErrors: /status of (401|404|409|415)/ })

  for (const [name, prepare] of Object.entries(states))
    test(name, async ({ page, server }) => {
      await emptyTables(server)
      const cookie = await signIn(page.context(), server)
      const answer = await server.send(paths.api.blog, {
        cookie,
        json: {
          title: 'Keep your prayer list out of the chatbot',
          content:
            '<h2>Why</h2><p>It holds <strong>names</strong> and <a href="https://example.org">more</a>.</p>' +
            '<ol><li><p>one</p></li></ol><blockquote><p>said</p></blockquote>' +
            '<pre><code>function greet(name) { return "a rather long line of code that is wider than any phone" + name }</code></pre>',
          tags: ['Ministry', 'Privacy'],
          isPublished: true,
        },
      })
      await prepare({ page, server, cookie, post: await answer.json() })
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1440, 360]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          expect.soft(await findViolations(page), `${colorScheme}, ${width} px wide`).toEqual([])
        }
      expect.soft(await findUnplainWordsOn(page), 'its words').toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
      expect.soft(width, 'at 320 px it is as wide as').toBeLessThanOrEqual(320)
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the admin leads to the simple one', async ({ page, server }) => {
    await emptyTables(server)
    await signIn(page.context(), server)
    await page.goto(paths.admin)
    await page.getByRole('link', { name: 'simple admin' }).click()
    await expect(page).toHaveURL(paths.adminSimple)
  })
})
