import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../core/contract/paths.ts'
import { createSetupCode } from '../../features/accounts/server/accounts.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { seedSamples } from '../../features/posts/server/samples/samples.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import { createTestDatabase } from '../helpers/test-database.ts'
import { findEngines } from './engines.ts'
import { type ErrorRecorder, startErrorRecorder } from './error-recorder.ts'
import { Visitor } from './visitor.ts'

// The main journeys on a new site, from the first sign-in to the newsletter, in every installed engine. The tests of an
// engine build on each other: they share one site, which has no mail server and no AI service. Screenshots go to
// .cache/browsers.

const desk = [1440, 900] as const
const phone = [390, 844] as const
const password = 'four kettles sing at dusk'

for (const engine of findEngines()) {
  if (!engine.start)
    console.warn(`${engine.name} is not tested: it is not installed (${engine.howToInstall}).`)

  describe.skipIf(!engine.start)(engine.name, () => {
    const pictures = join(root, '.cache/browsers', engine.name.toLowerCase())
    const files = mkdtempSync(join(tmpdir(), 'everyday-ai-files-'))
    let server: TestServer
    let recorder: ErrorRecorder
    let visitor: Visitor
    let invitation = ''
    let room = ''

    beforeAll(async () => {
      if (!engine.start) return
      rmSync(pictures, { recursive: true, force: true })
      mkdirSync(pictures, { recursive: true })
      server = await launchServer({ connectionString: await createTestDatabase(inject('templateUrl')) })
      await seedSamples(server.instance.db)
      recorder = await startErrorRecorder(server.url)
      visitor = new Visitor(await engine.start(), recorder.url)
      await visitor.driver.resize(...desk)
    })

    afterEach(() => expect(recorder.takeErrors()).toEqual([]))

    afterAll(async () => {
      await visitor?.driver.close()
      await recorder?.close()
      await server?.close()
      rmSync(files, { recursive: true, force: true })
    })

    const keep = async (name: string) =>
      writeFileSync(join(pictures, `${name}.png`), await visitor.driver.screenshot())

    /** Takes a screenshot at the width of a phone, and expects that the page does not scroll sideways. */
    async function keepOnPhone(name: string): Promise<void> {
      await visitor.driver.resize(...phone)
      await keep(`${name}-phone`)
      expect(await visitor.overflow()).toBeLessThanOrEqual(0)
      await visitor.driver.resize(...desk)
    }

    test('a first admin is created, and signed in', async () => {
      await visitor.open(`${paths.setup}?code=${await createSetupCode(server.instance.db)}`)
      await visitor.seesA('heading', 'Create your admin account')
      await visitor.fill('Your name', 'Grace Miller')
      await visitor.fill('Your email', 'grace@hearth.example')
      await visitor.fill('Name of your organization', 'Hearth AI')
      await visitor.fill('Username', 'grace')
      await visitor.fill('Password', password)
      await keep('setup')
      await visitor.click('button', 'Create account and sign in')
      await visitor.seesA('heading', 'Two-step sign-in')
      await visitor.click('link', 'Not now')
      await visitor.seesA('heading', 'Get started')
      await keep('get-started')
      await keepOnPhone('get-started')
    })

    test('the site gets its name and its booking link, typed without https://', async () => {
      await visitor.open(paths.adminSettingsTab('organisation'))
      await visitor.fill('Name', 'Hearth & Harvest AI')
      await visitor.fill('Booking link', 'calendly.com/grace')
      await visitor.click('button', 'Save settings')
      await visitor.sees('Settings saved')
      await visitor.open(paths.home)
      await visitor.seesA('link', /Hearth & Harvest AI/)
      expect(await visitor.addressOf('link', /^Get Started Today/)).toBe('https://calendly.com/grace')
      await keep('home')
      await keepOnPhone('home')
    })

    test('the samples go, come back, and go again', async () => {
      await visitor.open(paths.adminTab('manage'))
      await visitor.click('button', 'Remove samples')
      await visitor.sees(/10 sample posts/)
      await visitor.click('button', 'Undo')
      await visitor.click('button', 'Remove samples')
      await visitor.sees('No blog posts found')
      await keep('manage-empty')
    })

    test('a first post with an image, a tag, and an excerpt is published', async () => {
      const picture = join(files, 'bread.png')
      await sharp({ create: { width: 600, height: 400, channels: 3, background: '#c84' } })
        .png()
        .toFile(picture)
      await visitor.open(paths.admin)
      await visitor.fill('Title', 'Bread and data')
      await keep('create')
      await keepOnPhone('create')
      await visitor.click('textbox', 'Content')
      await visitor.driver.type('We bake every morning, and we count every loaf.')
      await visitor.driver.press('Enter')
      await visitor.driver.type('- flour')
      await visitor.driver.press('Enter')
      await visitor.driver.type('water')
      await visitor.seesA('listitem', /^/, { within: { role: 'textbox', name: 'Content' } })
      await visitor.click('button', 'Image', { within: { role: 'toolbar', name: /./ } })
      await visitor.upload('Image file', picture)
      await visitor.fill('Image description (alt text)', 'A loaf of bread')
      await visitor.click('button', 'Insert')
      await visitor.seesA('img', 'A loaf of bread')
      await visitor.fill('Tags', 'baking')
      await visitor.driver.press('Enter')
      await visitor.fill('Excerpt', 'What a bakery can count.')
      await visitor.click('switch', /Draft/)
      await visitor.sees(/publishes this now/)
      await keep('post')
      await visitor.click('button', 'Save Post')
      await visitor.sees('Blog post saved successfully!')
      await visitor.sees(/^Published/)
      await keep('post-saved')
      await visitor.open(postPaths.post('bread-and-data'))
      await visitor.seesA('heading', 'Bread and data')
      await visitor.seesA('img', 'A loaf of bread')
      await keep('post-public')
      await keepOnPhone('post-public')
    })

    test('a guest is invited by a link that the editor sends', async () => {
      await visitor.open(paths.adminTab('authors'))
      await visitor.fill('Author Email', 'joe@example.org')
      await visitor.fill('Author Name', 'Joe Alvarez')
      await visitor.fill('Suggested Topic', 'Letters to donors')
      await visitor.click('button', 'Send Invitation')
      await visitor.sees('Invitation Sent')
      await visitor.sees(/Email isn’t set up/)
      invitation = await visitor.valueOf('Link for Joe Alvarez')
      await keep('authors')
    })

    test('the guest writes on a phone, comes back by the invitation, and submits', async () => {
      await visitor.driver.resize(...phone)
      await visitor.open(invitation)
      await keep('invitation-phone')
      await visitor.click('button', 'Yes, I’ll write it')
      room = await visitor.isAt(/^\/write\/[\w-]{43}$/)
      await visitor.fill('Title', 'Letters that sound like you')
      await visitor.click('textbox', 'Content')
      await visitor.driver.type('We write one true thing.')
      await visitor.sees(/^Saved /)
      await visitor.open(invitation)
      await visitor.isAt(/^\/write\/[\w-]{43}$/)
      await visitor.sees('We write one true thing.')
      await keep('room-phone')
      expect(await visitor.overflow()).toBeLessThanOrEqual(0)
      await visitor.click('button', 'Submit')
      await visitor.click('button', /Submit/)
      await visitor.sees('Your draft is with the editor')
      await keep('submitted-phone')
      await visitor.driver.resize(...desk)
    })

    test('the editor comments, the guest changes the draft and approves it, the editor publishes', async () => {
      await visitor.open(paths.adminTab('manage'))
      await visitor.click('link', 'Review Letters that sound like you')
      await visitor.click('button', /^Add comment on: We write/)
      await visitor.fill('Your comment', 'Which thing?')
      await visitor.click('button', 'Save comment')
      await visitor.sees('Which thing?')
      await keep('review')
      await visitor.click('button', 'Request changes')
      await visitor.sees('Changes requested')

      await visitor.open(room)
      await visitor.sees('The editor requested changes')
      await visitor.click('textbox', 'Content')
      await visitor.driver.press('End', 'Control')
      await visitor.driver.type(' A name.')
      await visitor.sees(/^Saved /)
      await visitor.click('button', /^Submit/)
      await visitor.click('button', /^Submit/)
      await visitor.click('button', /^Approve/)
      await visitor.sees(/^You approved/)

      await visitor.open(paths.adminTab('manage'))
      await visitor.click('link', 'Review Letters that sound like you')
      await visitor.click('button', 'Publish')
      await visitor.seesA('heading', 'Published')
      await visitor.open(postPaths.post('letters-that-sound-like-you'))
      await visitor.sees(/one true thing. A name./)
    })

    test('a visitor joins the waitlist in its dialog, contacts us, and subscribes', async () => {
      await visitor.open(paths.home)
      await visitor.click('link', 'Join Waitlist', { within: { role: 'region', name: /On-Site/ } })
      await visitor.fill(/^Name/, 'Ruth Ames')
      await visitor.fill(/^Email/, 'ruth@gracechapel.example')
      await keep('waitlist')
      await visitor.click('button', 'Join Waitlist')
      await visitor.sees(/You're on the list!/)

      await visitor.open(sitePaths.contact)
      await visitor.fill(/^Your name/, 'Ruth Ames')
      await visitor.fill(/^Organization/, 'Grace Chapel')
      await visitor.fill(/^Your email/, 'ruth@gracechapel.example')
      await visitor.click('button', 'Send Message')
      await visitor.sees('We got your message')
      await keep('contacted')

      if (!hasFeature('newsletter')) return
      await visitor.open('/newsletter')
      await visitor.fill(/^Your email/, 'ruth@gracechapel.example')
      await visitor.click('button', 'Subscribe')
      await visitor.sees(/email you/)
      await keep('subscribed')
      await keepOnPhone('subscribed')
    })

    test('the editor looks after who wrote in', async () => {
      await visitor.open(peoplePaths.adminPeople)
      await visitor.click('link', 'Ruth Ames', { first: true })
      await visitor.seesA('link', /^Open in email app/)
      await visitor.click('button', 'Contacted')
      await visitor.fill('New note', 'Call before noon')
      await visitor.click('button', 'Add note')
      await visitor.sees('Call before noon')
      await keep('people')
      await keepOnPhone('people')
    })

    test('the outbox says what waits, and for how long', async () => {
      await visitor.open(paths.adminOutbox)
      await visitor.sees(/Email isn’t set up/)
      await keep('outbox')
      await keepOnPhone('outbox')
    })

    test('the insights count', async () => {
      await visitor.open(insightsPaths.adminInsights)
      await visitor.seesA('heading', 'Insights')
      await visitor.sees(/Home page/)
      await keep('insights')
      await keepOnPhone('insights')
    })

    test.runIf(hasFeature('newsletter'))('a post goes to the newsletter’s readers by hand', async () => {
      await server.query(`insert into newsletter_subscriptions (email) values ('bea@example.org')`)
      await visitor.open(paths.adminSettingsTab('organisation'))
      await visitor.fill('Postal address', '12 Mill Road, Springfield')
      await visitor.click('button', 'Save settings')
      await visitor.sees('Settings saved')
      await visitor.open('/admin/newsletter')
      await visitor.click('button', 'Send a post')
      await visitor.click('button', /Bread and data/)
      await keep('newsletter-send')
      await visitor.click('button', 'Send to 1 person')
      await visitor.click('button', 'Put in Outbox')
      await visitor.sees('1 email will wait in the Outbox')
      await keep('newsletter')
      await keepOnPhone('newsletter')
    })

    test('the password is changed, and the new one signs in', async () => {
      await visitor.open(paths.adminSettingsTab('account'))
      await visitor.fill('Current password', password)
      await visitor.fill('New password', `${password} again`)
      await visitor.click('button', 'Change password')
      await visitor.sees('Password changed')
      await keep('account')
      await visitor.click('button', 'Grace Miller')
      await visitor.click('button', 'Sign out')
      await visitor.sees(/signed out/)
      await visitor.fill('Username', 'grace')
      await visitor.fill('Password', `${password} again`)
      await visitor.click('button', 'Sign in')
      await visitor.seesA('heading', 'Today')
    })

    test('every screen of the admin opens', async () => {
      const screens = {
        tools: paths.adminTab('ai-tools'),
        'content-input': paths.adminTab('content-input'),
        manage: paths.adminTab('manage'),
        media: mediaPaths.adminMedia,
        settings: paths.adminSettingsTab('mail'),
      }
      for (const [name, path] of Object.entries(screens)) {
        await visitor.open(path)
        await visitor.seesA('heading', /./)
        await keep(name)
        await keepOnPhone(name)
      }
    })
  })
}
