import { paths } from '../../core/contract/paths.ts'
import { handIn } from '../../features/guests/e2e/guests.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { addMails } from '../screens/stage.ts'
import { fillWaitlist } from '../screens/waitlist-entries.ts'
import { expect } from './fixtures.ts'
import { addImage, type Stage, testScreenStates } from './screen-states.ts'
import { signIn } from './sign-in.ts'

// Screens of the admin where a helper sees less than an owner. Each test first sees that the rest is there.

const signInAsHelper = ({ page, server }: Pick<Stage, 'page' | 'server'>) =>
  signIn(page.context(), server, { username: 'Hana', role: 'helper' })

/** At least one state of each screen */
testScreenStates([], {
  async 'people, for a helper'({ page, server }) {
    await fillWaitlist(server)
    await page.goto(`${peoplePaths.adminPeople}?open=waitlist-1`)
    await expect(page.getByRole('button', { name: 'Delete...' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Download CSV/ })).toBeVisible()
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Move to Spam' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete...' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(0)
  },
  async 'media, for a helper'({ page, server, cookie }) {
    await addImage(server)
    const json = {
      title: 'A green wall',
      content: '<p>Text</p>',
      imageUrl: await addImage(server),
      isPublished: true,
    }
    await server.send('/api/blog', { cookie, json })
    await page.goto(mediaPaths.adminMedia)
    await expect(page.getByRole('button', { name: 'Edit description' })).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(2)
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(
      page.getByText('This image is in a post or page that is or was public', { exact: false }),
    ).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Edit description' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(1)
  },
  async 'the outbox, for a helper'({ page, server }) {
    await addMails(server)
    await page.goto(paths.adminOutbox)
    const kinds = page.getByLabel('Type').getByRole('option')
    await expect(kinds.filter({ hasText: 'Security' })).toHaveCount(1)
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    await expect(kinds.filter({ hasText: /Security|Team/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Connect email' })).toHaveCount(0)
  },
  async 'the review of a guest post, for a helper'({ page, server }) {
    const { id } = await handIn(server)
    await page.goto(postPaths.adminReview(id))
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await signInAsHelper({ page, server })
    await page.reload()
    await expect(page.getByText('Only editors and owners can do this.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Request changes', exact: false })).toBeVisible()
  },
  async 'settings of owners, for a helper'({ page, server }) {
    await signInAsHelper({ page, server })
    await page.goto(paths.adminSettingsTab('mail'))
    await expect(page.getByText('Only owners see this page.')).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    await expect(pages).toHaveText(['Account', 'Security', 'API tokens', 'About'])
  },
  async 'the account of a helper'({ page, server }) {
    await signInAsHelper({ page, server })
    await page.goto(paths.adminSettings)
    const name = page.getByLabel('Your name', { exact: true })
    await expect(name).toHaveValue('')
    await name.fill('Hana Miller')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    // The form of the password has no changes, so the shortcut has left it alone.
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto(paths.adminTab('create'))
    await expect(page.getByLabel('Author *')).toHaveValue('Hana Miller')
    await page.goBack()
    await expect(name).toHaveValue('Hana Miller')
  },
  async 'a post that lost the right to be published while it was written'({ page, server }) {
    await signIn(page.context(), server, { username: 'Ed', role: 'editor' })
    await page.goto(paths.adminTab('create'))
    await page.getByRole('textbox', { name: 'Title' }).fill('Almost there')
    await page.getByRole('textbox', { name: 'Content' }).fill('A text that must not get lost.')
    await page.getByRole('switch').check()
    await server.query(`update users set role = 'helper' where username = 'Ed'`)
    await page.getByRole('button', { name: 'Save Post' }).click()
    await expect(
      page.getByText('Failed to save blog post. Only editors and owners can publish.', { exact: false }),
    ).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save as a draft' }).click()
    await expect(
      page
        .getByRole('main')
        .getByText(/^Saved/)
        .first(),
    ).toBeVisible()
    const rows = await server.query(`select is_published from blog_posts where title = 'Almost there'`)
    expect(rows).toEqual([{ is_published: false }])
  },
  async 'a public post whose right to change was lost while it was edited'({ page, server, post }) {
    await signIn(page.context(), server, { username: 'Ed', role: 'editor' })
    await page.goto(postPaths.adminPost(post.id))
    await page.getByRole('textbox', { name: 'Title' }).fill('A better title')
    await page.getByRole('textbox', { name: 'Content' }).fill('A text that must not get lost.')
    await server.query(`update users set role = 'helper' where username = 'Ed'`)
    await page.keyboard.press('Control+s')
    await expect(
      page.getByText('Failed to save blog post. This post is or was public', { exact: false }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Save as a new draft' }).click()
    await expect(page.getByText('Saved as a new draft', { exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(`${postPaths.adminPost(post.id)}$`))
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A better title')
    await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('A text that must not get lost.')
    // It is a post of their own, which they can go on with.
    await page.getByRole('textbox', { name: 'Title' }).fill('A better title, again')
    await page.keyboard.press('Control+s')
    const titles = () =>
      server.query(
        'select title, is_published, username from blog_posts join users on users.id = created_by order by blog_posts.id',
      )
    await expect.poll(titles).toEqual([
      { title: post.title, is_published: true, username: expect.any(String) },
      { title: 'A better title, again', is_published: false, username: 'Ed' },
    ])
  },
})
