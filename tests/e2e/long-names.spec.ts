import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import type { SentTeamInvite } from '../../features/accounts/contract/team.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(({ server }) => emptyTables(server))

const longName = 'Donaudampfschiffahrtselektrizitaetenhauptbetriebswerkbauunter'

/** Expects that neither the page nor a dialog is wider than the window. */
async function expectToFit(page: Page, name: string): Promise<void> {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const widths = await page.evaluate(() =>
      [document.scrollingElement, document.querySelector('dialog:modal')].map((element) =>
        element ? element.scrollWidth - element.clientWidth : 0,
      ),
    )
    expect.soft(widths, `${name} at ${width} px scrolls sideways by`).toEqual([0, 0])
  }
}

test('names without a space widen neither the settings nor the page to join', async ({ page, server }) => {
  const cookie = await signIn(page.context(), server)
  await server.signIn({ username: longName, role: 'helper' })
  await page.goto(paths.adminSettingsTab('team'))
  await page.getByRole('button', { name: `Change role of ${longName}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectToFit(page, 'the dialog for a role')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectToFit(page, 'the team')

  const token = { name: longName + longName.slice(0, 39), scopes: ['read-posts'] }
  expect((await server.send('/api/account/tokens', { cookie, json: token })).status).toBe(201)
  await server.query(
    `insert into passkeys (user_id, credential_id, public_key, user_handle, counter, name)
     select id, 'x', 'x', 'x', 0, '${longName}' from users order by id limit 1`,
  )
  for (const tab of ['tokens', 'security'] as const) {
    await page.goto(paths.adminSettingsTab(tab))
    await expect(page.getByRole('main').getByText(longName).first()).toBeVisible()
    await expectToFit(page, tab)
  }

  const json = { displayName: longName, email: 'long@example.org', role: 'helper' }
  const response = await server.send('/api/team/invites', { cookie, json })
  const { url } = (await response.json()) as SentTeamInvite
  await page.goto(new URL(url).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(longName)
  await expectToFit(page, 'the page to join')
})
