import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { followUpPaths } from '../contract/follow-up-paths.ts'
import { came, feedbackPathOf, holdGathering, numberOf } from '../testing/gatherings.ts'
import { certificatePage, feedbackPage as words } from '../words/follow-up.ts'

test.beforeEach(({ server }) => emptyTables(server))

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a person answers by keyboard alone, and changes the answers', async ({ page, server }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await holdGathering(server, [came('Maya Lee')])
    await page.goto(await feedbackPathOf(server, 'Maya Lee'))
    const send = page.getByRole('button', { name: words.send })
    await page.getByRole('radio', { name: words.ratings[0] }).focus()
    await page.keyboard.press('Space')
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(words.labels.best)).toBeFocused()
    await page.keyboard.type('The exercise')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText(words.saved)
    await expect(page.getByRole('radio', { name: words.ratings[3] })).toBeChecked()
    await page.getByLabel(words.labels.better).fill('More time')
    await page.getByRole('button', { name: words.change }).press('Enter')
    await expect(page.getByRole('status')).toHaveText(words.saved)
    expect(await server.query('select rating, best, better from attendees')).toEqual([
      { rating: 4, best: 'The exercise', better: 'More time' },
    ])
  })
})

test.describe('in every state', () => {
  test.use({ expectedErrors: /422/ })

  test('the certificate and the questions are accessible', async ({ page, server }) => {
    const uid = await holdGathering(server, [came('Maya Lee')])
    const certificate = followUpPaths.certificate(await numberOf(server, 'Maya Lee'))
    const feedback = await feedbackPathOf(server, 'Maya Lee')
    const open = async (path: string, title: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expectAccessible(page, title)
    }
    await open(certificate, certificatePage.valid.title)
    await open(feedback, words.open.title)
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.noValidate = true
      form.requestSubmit()
    })
    await expect(page.getByRole('alert')).toBeFocused()
    await expectAccessible(page, 'a refused answer')
    await page.getByRole('alert').getByRole('link').click()
    await expect(page.getByRole('radio').first()).toBeFocused()
    await server.query('update attendees set withdrawn_at = now()')
    await server.query('update gatherings set day = day - 30 where uid = $1', [uid])
    await open(certificate, certificatePage.withdrawn.title)
    await open(feedback, words.closed.title)
  })
})

test.describe('of unknown addresses', () => {
  test.use({ expectedErrors: /404/ })

  test('the pages are accessible', async ({ page }) => {
    for (const path of [followUpPaths.certificate('x'), followUpPaths.feedback('x')]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('We don’t know this')
      await expectAccessible(page, path)
    }
  })
})

test('a certificate prints alone on one page, also with long names', async ({ page, server }) => {
  const name = 'Maria Magdalena Fernanda Rodríguez de la Santísima Trinidad y Hernández-Montgomery '.repeat(2)
  await holdGathering(server, [came('Long', { name: name.trim() })], {
    title: 'AI for the offices of churches, schools, food banks, and everyone who answers letters '.repeat(2),
  })
  await page.goto(followUpPaths.certificate(await numberOf(server, name.trim())))
  for (const format of ['Letter', 'A4'] as const) {
    const pdf = (await page.pdf({ format })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Hernández-Montgomery')
})
