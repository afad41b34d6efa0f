import { paths } from '../../../core/contract/paths.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { sectionRequests } from '../../../tests/helpers/start-site.ts'
import { expect, isAlive, test } from '../../../tests/light/fixtures.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { waitlist } from '../words/waitlist.ts'

const joined = "You're on the list! We'll be in touch soon."

test.describe('in the dialog', () => {
  test('opens at the first click, joins, shows a toast, is empty next time', async ({ page, server }) => {
    await page.goto(paths.home)
    const open = page.getByRole('link', { name: 'Join Waitlist' })
    const starts: string[] = []
    await page.route('**/api/form-start', async (route) => {
      const json = await (await server.send('/api/form-start')).json()
      starts.push(json.start)
      await route.fulfill({ json })
    })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Join the On-Site Training Waitlist' })
    await expect(dialog).toBeVisible()

    await dialog.getByLabel('Name *').fill('Ann Example')
    await dialog.getByLabel('Email *').fill('ann@example.org')
    await dialog.getByLabel('Phone').fill('555 0100')
    await dialog.getByLabel('Organization/Company').fill('Food Bank')
    await dialog.getByLabel('Message (Optional)').fill('We are twelve people.')
    await expect.poll(() => starts.length).toBe(1)
    const sends = page.waitForRequest('**/api/training-waitlist')
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    // When the form is first used, it requests a signed start token. Each token is valid for one entry, so the next
    // entry gets a new one.
    expect((await sends).postDataJSON()).toMatchObject({ start: starts[0] })
    await expect.poll(() => new Set(starts).size).toBe(2)

    await expect(dialog).toBeHidden()
    await expect(page.getByText('Success!', { exact: true })).toBeVisible()
    await expect(page.getByText(joined, { exact: true })).toBeVisible()
    expect(await server.query('select name, email, phone, company, message from training_waitlist')).toEqual([
      {
        name: 'Ann Example',
        email: 'ann@example.org',
        phone: '555 0100',
        company: 'Food Bank',
        message: 'We are twelve people.',
      },
    ])
    // The offer appears where the button is, and has the focus, so that the link is one Tab away.
    await expect(page.getByText('If you like, tell us where you are')).toBeVisible()
    await page.keyboard.press('Tab')
    const plan = page.getByRole('link', { name: 'Help us plan' })
    await expect(plan).toBeFocused()
    await expect(plan).toHaveAttribute('href', /^\/waitlist\/plan\/[\w-]{43}$/)
    await open.click()
    await expect(dialog.getByLabel('Name *')).toHaveValue('')
  })

  test('shows errors under the fields and sends nothing', async ({ page, server }) => {
    await page.goto(paths.home)
    await page.getByRole('link', { name: 'Join Waitlist' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Email *').fill('ann@')
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    const summary = dialog.getByRole('alert')
    await expect(summary).toBeFocused()
    await expect(summary).toContainText('Please fix the fields below.')
    const name = dialog.getByLabel('Name *')
    await summary.getByRole('link', { name: 'Name' }).click()
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription('Required')
    await expect(dialog.getByLabel('Email *')).toHaveAccessibleDescription(/valid email address/)
    expect(await server.query('select * from training_waitlist')).toEqual([])
  })

  test('works with the keyboard alone, and returns the focus', async ({ page }) => {
    await page.goto(paths.home)
    const open = page.getByRole('link', { name: 'Join Waitlist' })
    await open.focus()
    await isAlive(page, 'WaitlistDialog')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('Name *')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(dialog).toBeHidden()
  })
})

test('speaks in the office’s own words, with and without script', async ({ page, server }) => {
  const { change } = sectionRequests(server, await server.signIn())
  await change('waitlist', {
    messages: {
      ...waitlist.messages,
      required: 'Please fill this in.',
      email: 'That is no address.',
      fix: 'Two things are missing.',
      success: 'Hooray!',
      done: 'We have your name.',
    },
  })
  await change('menu', { home: 'Back to the start', returnHome: 'To the start' })
  const refused = await server.send(sitePaths.waitlist, { form: { name: ' ', email: 'ann@' } })
  const html = await refused.text()
  for (const words of [
    'Please fill this in.',
    'That is no address.',
    'Two things are missing.',
    'Back to the start',
  ])
    expect(html).toContain(`>${words}<`)

  await page.goto(sitePaths.waitlist)
  await page.getByLabel('Email *').fill('ann@')
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('alert')).toContainText('Two things are missing.')
  await expect(page.getByLabel('Name *')).toHaveAccessibleDescription('Please fill this in.')
  await expect(page.getByLabel('Email *')).toHaveAccessibleDescription('That is no address.')
  await page.getByLabel('Name *').fill('Ann Example')
  await page.getByLabel('Email *').fill('ann@example.org')
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByText('Hooray!', { exact: true })).toBeVisible()
  await expect(page.getByText('We have your name.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the start', exact: true })).toHaveAttribute(
    'href',
    paths.home,
  )
})

test.describe('on its page', () => {
  test('joins, shows the success screen, and takes another entry', async ({ page, server }) => {
    await page.goto(sitePaths.waitlist)
    await page.getByLabel('Name *').fill('Ann Example')
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    const thanks = page.getByRole('heading', { level: 1, name: "You're on the list!" })
    await expect(thanks).toBeFocused()
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', paths.home)
    const links = page.getByRole('main').getByRole('link')
    // Nothing else is needed, so the offer comes after both buttons.
    await expect(links).toHaveText(['Back to Home', 'Return to Home', 'Submit Another Entry', 'Help us plan'])
    await page.getByRole('link', { name: 'Submit Another Entry' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Join the On-Site Training Waitlist' }),
    ).toBeFocused()
    await expect(page.getByLabel('Name *')).toHaveValue('')
    expect(await server.query('select name, email, phone from training_waitlist')).toEqual([
      { name: 'Ann Example', email: 'ann@example.org', phone: null },
    ])
  })

  test('asks for five things, two of them required', async ({ page }) => {
    await page.goto(sitePaths.waitlist)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the On-Site Training Waitlist')
    const name = page.getByLabel('Name *', { exact: true })
    const email = page.getByLabel('Email *', { exact: true })
    const message = page.getByLabel('Message (Optional)', { exact: true })
    await expect(name).toHaveAttribute('required')
    await expect(name).toHaveAttribute('placeholder', /full name/)
    await expect(email).toHaveAttribute('required')
    await expect(email).toHaveAttribute('type', 'email')
    await expect(message).toHaveAttribute('placeholder', /your team to learn\?$/)
    await expect(page.getByRole('textbox')).toHaveCount(5)
    for (const label of ['Phone', 'Organization/Company', 'Message (Optional)'])
      await expect(page.getByLabel(label, { exact: true })).not.toHaveAttribute('required')
    await expect(page.getByRole('button', { name: 'Join Waitlist', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to Home', exact: true })).toHaveAttribute('href', '/')
  })

  test('can be joined with the keyboard alone', async ({ page, server }) => {
    await page.goto(sitePaths.waitlist)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.getByRole('link', { name: 'Back to Home' }).focus()
    for (const [name, text] of [
      ['name', 'Ann Example'],
      ['email', 'ann@example.org'],
      ['phone', ''],
      ['company', 'Food Bank'],
      ['message', ''],
    ] as const) {
      await press('Tab')
      await expect(page.locator(':focus')).toHaveAttribute('name', name)
      if (text) await page.keyboard.type(text)
    }
    await press('Tab')
    await expect(page.getByRole('link', { name: 'How we handle your data' })).toBeFocused()
    await press('Tab', 'Enter')
    await expect(page.getByRole('heading', { level: 1, name: "You're on the list!" })).toBeFocused()
    expect(await server.query('select name, company from training_waitlist')).toEqual([
      { name: 'Ann Example', company: 'Food Bank' },
    ])
  })

  test.describe('when the network is gone', () => {
    test.use({ expectedErrors: /ERR_TIMED_OUT/ })
    test('shows Joining... while it sends, sends once, and keeps the text', async ({ page, server }) => {
      await page.goto(sitePaths.waitlist)
      await page.getByLabel('Name *').fill('Ann Example')
      await page.getByLabel('Email *').fill('ann@example.org')
      let requests = 0
      const failing = Promise.withResolvers<void>()
      await page.route('**/api/training-waitlist', async (route) => {
        requests++
        await failing.promise
        await route.abort('timedout')
      })
      const button = page.getByRole('button', { name: /Join/ })
      await button.dblclick()
      await expect(button).toHaveText('Joining...')
      await expect(button).toBeDisabled()
      failing.resolve()
      await expect(
        page.getByText('There was a problem joining the waitlist. Please try again.').first(),
      ).toBeVisible()
      await expect(page.getByText('Error', { exact: true })).toBeVisible()
      expect(requests).toBe(1)
      await expect(page.getByLabel('Name *')).toHaveValue('Ann Example')

      await page.unroute('**/api/training-waitlist')
      await button.click()
      await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
      expect(await server.query('select name from training_waitlist')).toHaveLength(1)
    })
  })

  test.describe('offline', () => {
    test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })
    test('the visitor is told that they are offline, keeping the text', async ({ page, context, server }) => {
      await page.goto(sitePaths.waitlist)
      await page.getByLabel('Name *').fill('Ann Example')
      await page.getByLabel('Email *').fill('ann@example.org')
      await isAlive(page, 'WaitlistPanel')
      await page.waitForLoadState('networkidle')
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      const summary = page.getByRole('main').getByRole('alert')
      await expect(summary).toBeFocused()
      await expect(summary).toContainText('There was a problem joining the waitlist. Please try again.')
      await expect(summary).toContainText('You’re offline. Everything you typed is still here.')
      await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toContainText('You’re offline.')
      await expect(page.getByLabel('Name *')).toHaveValue('Ann Example')
      await context.setOffline(false)
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
      expect(await server.query('select name from training_waitlist')).toHaveLength(1)
    })
  })

  for (const [response, message] of [
    [{ success: false, message: 'Please call us.' }, 'Please call us.'],
    [{ success: false, message: '' }, 'Failed to join waitlist'],
    [{ success: false }, 'Failed to join waitlist'],
  ] as const)
    test(`shows the response ${JSON.stringify(response)} as "${message}"`, async ({ page }) => {
      await page.goto(sitePaths.waitlist)
      await page.getByLabel('Name *').fill('Ann Example')
      await page.getByLabel('Email *').fill('ann@example.org')
      await page.route('**/api/training-waitlist', (route) => route.fulfill({ json: response }))
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      const toast = page.getByRole('listitem').filter({ hasText: 'Error' })
      await expect(toast).toContainText(message)
    })

  test.describe('with script that never arrives', () => {
    test.use({ expectedErrors: /ERR_FAILED/ })
    test('works as the plain form', async ({ page, server }) => {
      await page.route('**/assets/waitlist-*.js', (route) => route.abort())
      await page.goto(sitePaths.waitlist)
      await page.getByLabel('Name *').fill('Ann Example')
      await page.getByLabel('Email *').fill('ann@example.org')
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
      expect(await server.query('select name from training_waitlist')).toHaveLength(1)
    })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /422/ })

  test('the dialog’s button leads to the page, whose form shows errors', async ({ page, server }) => {
    await page.goto(paths.home)
    await page.getByRole('link', { name: 'Join Waitlist' }).click()
    await expect(page).toHaveURL(sitePaths.waitlist)
    await page.getByLabel('Name *').fill('Ann Example')
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByLabel('Name *').fill(' ')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByLabel('Name *')).toHaveAccessibleDescription('Required')
    await expect(page.getByLabel('Email *')).toHaveValue('ann@example.org')
    await page.getByLabel('Name *').fill('Ann Example')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Help us plan' })).toBeVisible()
    await page.getByRole('link', { name: 'Submit Another Entry' }).click()
    await expect(page).toHaveURL(sitePaths.waitlist)
    await expect(page.getByRole('heading', { name: 'Join the On-Site Training Waitlist' })).toBeVisible()
    expect(await server.query('select name from training_waitlist')).toEqual([{ name: 'Ann Example' }])
  })
})

const listEmails = (server: TestServer) =>
  server.query<{ email: string }>('select email from training_waitlist order by id')

test.describe('an address that looks mistyped', () => {
  test('is pointed out when its field is left, and corrected with one click', async ({ page, server }) => {
    await page.goto(sitePaths.waitlist)
    await page.getByLabel('Name *').fill('Ann Example')
    const email = page.getByLabel('Email *')
    await email.fill('ann@gmial.com')
    await isAlive(page, 'WaitlistPanel')
    await page.getByLabel('Phone').focus()
    await expect(email).toHaveAccessibleDescription(/Did you mean ann@gmail\.com\?/)
    await page.getByRole('button', { name: 'Use this address' }).click()
    await expect(email).toBeFocused()
    await expect(email).toHaveValue('ann@gmail.com')
    await expect(email).toHaveAccessibleDescription('')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
    expect(await listEmails(server)).toEqual([{ email: 'ann@gmail.com' }])
  })

  test('is questioned once, and accepted when it is sent again', async ({ page, server }) => {
    await page.goto(sitePaths.waitlist)
    await page.getByLabel('Name *').fill('Ruth')
    const email = page.getByLabel('Email *')
    await email.fill('ruth@gracechapel')
    await isAlive(page, 'WaitlistPanel')
    await email.press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toBeFocused()
    await expect(email).toHaveAccessibleDescription(
      'Is ruth@gracechapel right? It has no .com or .org at the end. Send again to keep it.',
    )
    expect(await listEmails(server)).toEqual([])
    await email.press('Enter')
    await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
    expect(await listEmails(server)).toEqual([{ email: 'ruth@gracechapel' }])
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled, expectedErrors: /422/ })
      test('the suggestion is sent with its button, Enter sends what was typed', async ({ page, server }) => {
        for (const choice of ['button', 'Enter']) {
          await page.goto(sitePaths.waitlist)
          await page.getByLabel('Name *').fill('Ann Example')
          await page.getByLabel('Email *').fill(`${choice}@gmial.com`)
          if (javaScriptEnabled) await isAlive(page, 'WaitlistPanel')
          await page.getByLabel('Email *').press('Enter')
          await expect(page.getByRole('main').getByRole('alert')).toContainText(
            `Did you mean ${choice}@gmail.com? Send again to keep ${choice}@gmial.com.`,
          )
          if (choice === 'Enter') await page.getByLabel('Email *').press('Enter')
          else await page.getByRole('button', { name: `Use ${choice}@gmail.com` }).click()
          await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
        }
        expect(await listEmails(server)).toEqual([
          { email: 'button@gmail.com' },
          { email: 'Enter@gmial.com' },
        ])
      })
    })
})
