import type { Locator, Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { expect, isAlive, test } from './fixtures.ts'

// The words stand here once more, as the specification has them (sections 2 and 9): a test that took them
// from content/ would agree with every slip in there.

const toggle = 'Learn More (Expand Details)'
const bookClosed = /^Book Free 30min Consultation/
const bookOpen = /^Book a FREE Consultation/

const serviceCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

async function expectBooking(link: Locator): Promise<void> {
  await expectNewTab(link)
  await expect(link).toHaveAttribute('href', /^https?:\/\/.+\/schedule\/info$/)
}

async function expectNewTab(link: Locator): Promise<void> {
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
  await expect(link).toHaveAttribute('href', /^https?:\/\//)
}

test.describe('the home page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(paths.home)
  })

  test('has its sections in order', async ({ page }) => {
    const landmarks = [
      'We Make AI Easy for Everyday People',
      'Get Started Today',
      'INFORM',
      'PLAN',
      'INTEGRATE',
      'BOOK A VISION MEETING',
      'See How We Can Help You',
      'For the People Who Help People',
      'Join Our Community',
      'Family of Apps',
      'Beezy',
      'PriceVue',
      '90 Day Plan',
      'CalmPath',
      'View All Apps',
      '1 of 6',
      'Get On-Site Training',
      'Join Waitlist',
      'AI Training',
      'Coaching',
      'Custom Apps',
      'Privacy Policy',
      'Terms of Service',
    ]
    const stops = page
      .getByRole('heading')
      .or(page.getByRole('link'))
      .or(page.getByRole('group', { name: '1 of 6', exact: true }))
    const names = await stops.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent),
    )
    const seen = names.map((name) => name.replace(' (opens in a new tab)', '').trim())
    expect(seen.filter((name) => landmarks.includes(name))).toEqual(landmarks)
  })

  test('opens with the headline and the button that books', async ({ page }) => {
    const headline = page.getByRole('heading', { level: 1 })
    await expect(headline).toHaveAccessibleName('We Make AI Easy for Everyday People')
    const button = page.getByRole('main').getByRole('link', { name: /^Get Started Today/ })
    await expect(button).toBeInViewport()
    await expectBooking(button)
  })

  test('has a header that leads everywhere', async ({ page }) => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Everyday AI', exact: true })).toHaveAttribute('href', '/')
    const nav = header.getByRole('navigation')
    for (const [name, href] of [
      ['Services', '/#services'],
      ['Apps', '/apps'],
      ['Waitlist', '/waitlist'],
    ] as const)
      await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await expectBooking(nav.getByRole('link', { name: /^Book\b/ }))
    await nav.getByRole('link', { name: 'Services' }).click()
    await expect(page.getByRole('heading', { name: 'INFORM', exact: true })).toBeInViewport()
  })

  test('says what each service offers', async ({ page }) => {
    for (const [name, words] of [
      ['INFORM', [/AI training bootcamps/i, /monthly AI workshops/i, /AI networking events/i]],
      ['PLAN', [/1-on-1 AI coaching/i, /strategic AI planning/i, /90-day action plan/i, /cybersecurity/i]],
      ['INTEGRATE', [/custom AI apps/i, /AI automations/i, /an app suite/i]],
    ] as const)
      for (const word of words)
        await expect(serviceCard(page, name).getByRole('list').first()).toContainText(word)
  })

  test('plans in four steps, to a 90-day action plan', async ({ page }) => {
    const card = serviceCard(page, 'PLAN')
    await card.getByText(toggle).click()
    const steps = card.getByRole('group').getByRole('listitem')
    await expect(steps).toHaveText([/^Mission\b/, /^Objectives\b/, /^Strategy\b/, /^Tactics\b/])
    await expect(card.getByRole('group')).toContainText('90-day action plan')
  })

  test('names the two figures of INTEGRATE', async ({ page }) => {
    const card = serviceCard(page, 'INTEGRATE')
    await card.getByText(toggle).click()
    await expect(card.getByRole('listitem').filter({ hasText: '35%' })).toHaveText(
      /35% average productivity gain/,
    )
    await expect(card.getByRole('listitem').filter({ hasText: '25%' })).toHaveText(
      /up to 25% lower operating costs/,
    )
  })

  test('offers an app of your own', async ({ page }) => {
    await expectBooking(page.getByRole('link', { name: /^BOOK A VISION MEETING/ }))
    await expect(page.getByRole('main')).toContainText('$150k-600k')
  })

  test('shows three figures, and leads to the community from two places', async ({ page }) => {
    for (const [figure, words] of [
      ['10+', /10\+\s*hours saved weekly/],
      ['90%', /90%\s*report increased productivity/],
      ['100%', /100%\s*feel confident/],
    ] as const)
      await expect(page.getByRole('listitem').filter({ hasText: figure })).toHaveText(words)
    const help = page.getByRole('link', { name: /^See How We Can Help You/ })
    const join = page.getByRole('link', { name: /^Join Our Community/ })
    await expectNewTab(help)
    await expectNewTab(join)
    expect(await join.getAttribute('href')).toBe(await help.getAttribute('href'))
  })

  test('shows four apps, each new, and the way to all of them', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Family of Apps' })
    const cards = section.getByRole('listitem')
    await expect(cards).toHaveCount(4)
    for (const [position, [name, button]] of [
      ['Beezy', /^Try Beezy Free \(opens/],
      ['PriceVue', /^Launch PriceVue \(opens/],
      ['90 Day Plan', /^Start Your Plan \(opens/],
      ['CalmPath', /^Explore CalmPath \(opens/],
    ].entries() as ArrayIterator<[number, [string, RegExp]]>) {
      const card = cards.nth(position)
      await expect(card.getByRole('heading')).toHaveText(name)
      await expect(card.getByText('New', { exact: true })).toBeVisible()
      // Its tagline and its short description.
      await expect(card.getByRole('paragraph')).toHaveText([/\w{3}/, /\w{3}/])
      await expectNewTab(card.getByRole('link', { name: button }))
    }
    await section.getByRole('link', { name: 'View All Apps' }).click()
    await expect(page).toHaveURL('/apps')
  })

  test('offers on-site training', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Get On-Site Training' })
    await expect(section).toContainText(/100\+\s*teams trained/)
    for (const word of [
      /workshops or bootcamps/i,
      /leadership/i,
      /strategic planning/i,
      /fundraising strategies/i,
      /AI implementation/i,
    ])
      await expect(section).toContainText(word)
    await expectBooking(section.getByRole('link', { name: bookClosed }))
    await expect(section.getByRole('link', { name: 'Join Waitlist' })).toBeVisible()
  })

  test('ends with the footer', async ({ page }) => {
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Everyday AI', exact: true })).toHaveAttribute('href', '/')
    await expect(footer.getByRole('paragraph')).toHaveText(/\w{3}/)
    const services = footer.getByRole('navigation', { name: 'Services' }).getByRole('link')
    await expect(services).toHaveText(['AI Training', 'Coaching', 'Custom Apps'])
    for (const link of await services.all()) await expect(link).toHaveAttribute('href', '/#services')
    const company = footer.getByRole('navigation', { name: 'Company' }).getByRole('link')
    await expect(company).toHaveText(['Privacy Policy', 'Terms of Service'])
    await expect(company.nth(0)).toHaveAttribute('href', '/privacy-policy')
    await expect(company.nth(1)).toHaveAttribute('href', '/terms-of-service')
    await expect(footer).toContainText(/© 2025\b/)
    await services.nth(1).click()
    await expect(page.getByRole('heading', { name: 'INFORM', exact: true })).toBeInViewport()
  })

  test('books at one address, in a new tab, wherever it says book', async ({ page }) => {
    // Twice: with the cards closed and with all of them open.
    const booking = page.getByRole('link', { name: /\bbook\b|^Get Started Today/i })
    await expect(booking).toHaveCount(7)
    for (const link of await booking.all()) await expectBooking(link)
    for (const name of ['INFORM', 'PLAN', 'INTEGRATE'])
      await serviceCard(page, name).getByText(toggle).click()
    await expect(page.getByRole('link', { name: bookOpen })).toHaveCount(3)
    for (const link of await booking.all()) await expectBooking(link)
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`a service card ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    for (const name of ['INFORM', 'PLAN', 'INTEGRATE'])
      test(`${name} opens and closes by mouse and by keyboard`, async ({ page }) => {
        await page.goto(paths.home)
        const card = serviceCard(page, name)
        const summary = card.getByText(toggle)
        const details = card.getByRole('group')
        const expectClosed = async () => {
          await expect(details).not.toHaveAttribute('open')
          await expect(card.getByRole('link', { name: bookClosed })).toBeVisible()
          await expect(card.getByRole('link', { name: bookOpen })).toBeHidden()
          await expect(card.getByRole('heading', { name: /problem/i })).toBeHidden()
        }
        const expectOpen = async () => {
          await expect(details).toHaveAttribute('open')
          await expect(card.getByRole('link', { name: bookOpen })).toBeVisible()
          await expect(card.getByRole('link', { name: bookClosed })).toBeHidden()
        }
        await expectClosed()
        await summary.click()
        await expectOpen()
        const parts = card.getByRole('group').getByRole('heading')
        await expect(parts).toHaveText([/problem/i, /solution/i, /what it looks like/i, /why it matters/i])
        for (const part of await parts.all()) {
          await expect(part).toBeVisible()
          expect(await part.evaluate((heading) => heading.nextElementSibling?.textContent)).toMatch(
            /(\w+\W+){5}/,
          )
        }
        await expectBooking(card.getByRole('link', { name: bookOpen }))
        await summary.click()
        await expectClosed()
        for (const key of ['Enter', 'Space']) {
          await summary.press(key)
          await expectOpen()
          await expect(summary).toBeFocused()
          await summary.press(key)
          await expectClosed()
        }
      })
  })

test.describe('the details of a service', () => {
  /**
   * Opens a card. `between` counts the heights that its details had on the way, frame by frame: Chromium's
   * list of animations leaves those of `::details-content` out.
   */
  async function openAndMeasure(page: Page) {
    await page.goto(paths.home)
    return serviceCard(page, 'PLAN')
      .getByText(toggle)
      .evaluate(async (summary: HTMLElement) => {
        const details = summary.closest('details')
        const fold = details?.parentElement
        if (!details || !fold) throw new Error('the toggle is not in a details element')
        const heights = [details.offsetHeight]
        summary.click()
        do {
          await new Promise(requestAnimationFrame)
          heights.push(details.offsetHeight)
        } while (fold.getAnimations({ subtree: true }).length > 0)
        const end = heights.at(-1) ?? 0
        const { transitionDuration } = getComputedStyle(details, '::details-content')
        return {
          durations: [...new Set(transitionDuration.split(', '))],
          grown: end - (heights[0] ?? 0),
          between: heights.filter((height) => height > (heights[0] ?? 0) && height < end - 1).length,
        }
      })
  }

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })
    test('unfold in 0.3 s', async ({ page }) => {
      const { durations, grown, between } = await openAndMeasure(page)
      expect(durations).toEqual(['0.3s'])
      expect(grown).toBeGreaterThan(200)
      expect(between).toBeGreaterThan(0)
    })
  })

  test('open at once where motion is not welcome', async ({ page }) => {
    const { durations, grown, between } = await openAndMeasure(page)
    expect(durations).toEqual(['0s'])
    expect(grown).toBeGreaterThan(200)
    expect(between).toBe(0)
  })
})

test.describe('the carousel', () => {
  const allSlides = (page: Page) => page.getByRole('group', { name: /^\d of 6$/, includeHidden: true })
  const carouselOf = (page: Page) => page.getByRole('region').filter({ has: allSlides(page) })

  /** One item is in view, and only that one is there for assistive technology. */
  async function expectShown(page: Page, position: number): Promise<void> {
    const carousel = carouselOf(page)
    await expect(carousel.getByRole('group', { name: /^\d of 6$/ })).toHaveAccessibleName(`${position} of 6`)
    await expect(carousel.getByRole('group', { name: `${position} of 6` })).toBeInViewport({ ratio: 0.5 })
    await expect(carousel.getByRole('button', { name: `Item ${position} of 6` })).toHaveAttribute(
      'aria-current',
      'true',
    )
  }

  /** Opens the page with a clock that stands still, and waits until the carousel has woken. */
  async function open(page: Page): Promise<Locator> {
    await page.clock.install({ time: '2026-01-05T09:00:00Z' })
    await page.goto(paths.home)
    const carousel = carouselOf(page)
    await page.clock.pauseAt('2026-01-05T10:00:00Z')
    await carousel.scrollIntoViewIfNeeded()
    await isAlive(page, 'Carousel')
    await expectShown(page, 1)
    return carousel
  }

  /** An item's time and a little more. */
  const oneTurn = (page: Page) => page.clock.runFor(8010)

  /** The time of three items goes by and nothing moves. */
  async function expectRest(page: Page, position: number): Promise<void> {
    for (let turn = 0; turn < 3; turn++) await oneTurn(page)
    await expectShown(page, position)
  }

  test('has six items, and quotes have an author', async ({ page }) => {
    const carousel = await open(page)
    await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel')
    const slides = allSlides(page)
    await expect(slides).toHaveCount(6)
    for (const [index, slide] of (await slides.all()).entries()) {
      await expect(slide).toHaveAttribute('aria-label', `${index + 1} of 6`)
      await expect(slide).toHaveAttribute('aria-roledescription', 'slide')
      await expect(slide).toHaveText(/^(Insight|Trend|Quote)/)
    }
    const quotes = slides.filter({ hasText: /^Quote/ })
    expect(await quotes.count()).toBeGreaterThan(0)
    for (const quote of await quotes.all()) {
      await expect(quote.getByRole('blockquote', { includeHidden: true })).toHaveText(/(\w+\W+){5}/)
      // "Name Surname, where it stands"
      await expect(quote.getByRole('figure', { includeHidden: true })).toHaveText(/”\s*\w+ \w+, .+/)
    }
  })

  test('goes on and back, and around at both ends', async ({ page }) => {
    const carousel = await open(page)
    const previous = carousel.getByRole('button', { name: /previous/i })
    const next = carousel.getByRole('button', { name: /next/i })
    await previous.click()
    await expectShown(page, 6)
    await next.click()
    await expectShown(page, 1)
    for (const position of [2, 3, 4, 5, 6, 1]) {
      await next.press('Enter')
      await expectShown(page, position)
    }
    await expect(next).toBeFocused()
  })

  test('jumps to any item by its dot', async ({ page }) => {
    const carousel = await open(page)
    const dots = carousel.getByRole('button', { name: /^Item \d of 6$/ })
    await expect(dots).toHaveCount(6)
    for (const position of [4, 2, 6, 1, 5, 3]) {
      await dots.nth(position - 1).click()
      await expectShown(page, position)
    }
    await expect(
      carousel.getByRole('button', { name: /of 6$/ }).and(page.locator('[aria-current]')),
    ).toHaveCount(1)
  })

  test('follows the hand that scrolls it', async ({ page }) => {
    const carousel = await open(page)
    await carousel.getByRole('group', { name: '5 of 6', includeHidden: true }).evaluate((slide) => {
      slide.parentElement?.scrollTo({ left: 4 * slide.clientWidth, behavior: 'instant' })
    })
    await expectShown(page, 5)
  })

  test('stands still under reduced motion, until it is told to play', async ({ page }) => {
    const carousel = await open(page)
    await expectRest(page, 1)
    await carousel.getByRole('button', { name: /^Play/ }).click()
    await oneTurn(page)
    await expectShown(page, 2)
  })

  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })

    test('goes on by itself every 8 seconds, around and around', async ({ page }) => {
      await open(page)
      for (const position of [2, 3, 4, 5, 6, 1, 2]) {
        await page.clock.runFor(7900)
        await expectShown(page, position === 1 ? 6 : position - 1)
        await page.clock.runFor(100)
        await expectShown(page, position)
      }
    })

    test('gives an item its whole time after a jump', async ({ page }) => {
      const carousel = await open(page)
      await page.clock.runFor(7000)
      await carousel.getByRole('button', { name: 'Item 4 of 6' }).click()
      await expectShown(page, 4)
      await page.mouse.move(0, 0)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Coaching' }).focus()
      await carousel.scrollIntoViewIfNeeded()
      await page.clock.runFor(7900)
      await expectShown(page, 4)
      await page.clock.runFor(100)
      await expectShown(page, 5)
    })

    test('rests under the pointer', async ({ page }) => {
      const carousel = await open(page)
      await carousel.getByRole('group', { name: '1 of 6' }).hover()
      await expectRest(page, 1)
      await page.mouse.move(0, 0)
      await oneTurn(page)
      await expectShown(page, 2)
    })

    test('rests while the focus is in it', async ({ page }) => {
      const carousel = await open(page)
      const dot = carousel.getByRole('button', { name: 'Item 1 of 6' })
      await dot.focus()
      await expectRest(page, 1)
      await dot.evaluate((button: HTMLElement) => button.blur())
      await oneTurn(page)
      await expectShown(page, 2)
    })

    test('rests when it is paused, and plays when it is told to', async ({ page }) => {
      const carousel = await open(page)
      await carousel.getByRole('button', { name: /^Pause/ }).click()
      const play = carousel.getByRole('button', { name: /^Play/ })
      await play.evaluate((button: HTMLElement) => button.blur())
      await page.mouse.move(0, 0)
      await expectRest(page, 1)
      await play.click()
      await expect(carousel.getByRole('button', { name: /^Pause/ })).toBeFocused()
      await oneTurn(page)
      await expectShown(page, 2)
    })

    test('rests while the tab is hidden', async ({ page }) => {
      await open(page)
      const setHidden = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, hidden)
      await setHidden(true)
      await expectRest(page, 1)
      await setHidden(false)
      await oneTurn(page)
      await expectShown(page, 2)
    })
  })

  for (const width of [360, 1440])
    test.describe(`without JavaScript, ${width} px wide`, () => {
      test.use({ javaScriptEnabled: false, viewport: { width, height: 800 } })
      test('is six items to read, one below or beside the other', async ({ page }) => {
        await page.goto(paths.home)
        const slides = page.getByRole('group', { name: /^\d of 6$/ })
        await expect(slides).toHaveCount(6)
        for (const slide of await slides.all()) await expect(slide).toBeVisible()
        // Nothing has to be scrolled sideways for it.
        const edges = await slides.evaluateAll((elements) =>
          elements.flatMap((element) => {
            const { left, right } = element.getBoundingClientRect()
            return [left, right]
          }),
        )
        expect(Math.min(...edges)).toBeGreaterThanOrEqual(0)
        expect(Math.max(...edges)).toBeLessThanOrEqual(width)
        await expect(carouselOf(page).getByRole('button')).toHaveCount(0)
      })
    })
})

test.describe('the apps page', () => {
  const apps: { name: RegExp; tags: string[]; button: string }[] = [
    {
      name: /^Beezy$/,
      tags: ['Scheduling', 'Contact Management', 'Free Available'],
      button: 'Try Beezy Free',
    },
    {
      name: /^PriceVue$/,
      tags: ['Pricing Intelligence', 'Market Analysis', 'AI-Powered'],
      button: 'Launch PriceVue',
    },
    {
      name: /^90 Day Plan$/,
      tags: ['Strategic Planning', 'AI-Powered', 'Goal Setting'],
      button: 'Start Your Plan',
    },
    {
      name: /^CalmPath$/,
      tags: ['Mental Wellness', 'Assessments', 'Pay What You Can'],
      button: 'Explore CalmPath',
    },
    {
      name: /ADHD/,
      tags: ['Clinical Screening', 'Anonymous', 'PDF Reports'],
      button: 'Take Assessment',
    },
  ]
  const cardsOf = (page: Page) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })

  test('shows the whole family', async ({ page }) => {
    await page.goto(paths.apps)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everyday AI Family of Apps')
    await expect(
      page.getByText('Powerful tools designed to make technology simple for everyday people', {
        exact: true,
      }),
    ).toBeVisible()
    const cards = cardsOf(page)
    await expect(cards).toHaveCount(5)
    for (const [position, { name, tags, button }] of apps.entries()) {
      const card = cards.nth(position)
      await expect(card.getByRole('heading')).toHaveText(name)
      await expect(card.getByText('New', { exact: true })).toBeVisible()
      await expect(card.getByRole('listitem')).toHaveText(tags)
      await expect(card.getByRole('link')).toHaveText(`${button} (opens in a new tab)`)
      await expectNewTab(card.getByRole('link'))
    }
    await expect(cards.nth(4)).toContainText(/ASRS, WFIRS-S and WURS/)
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`)
  })

  test('leads home from the logo and from the button', async ({ page }) => {
    for (const name of ['Everyday AI', 'Back to Home']) {
      await page.goto(paths.apps)
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL('/')
    }
  })

  for (const [width, columns] of [
    [1440, 2],
    [360, 1],
  ] as const)
    test(`has ${columns === 1 ? 'one column' : 'two columns'} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(paths.apps)
      const lefts = await cardsOf(page).evaluateAll((cards) =>
        cards.map((card) => Math.round(card.getBoundingClientRect().left)),
      )
      expect(new Set(lefts).size).toBe(columns)
    })

  const moving = (page: Page) =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
        return target instanceof HTMLLIElement ? [target.textContent] : []
      }),
    )
  test.describe('where motion is welcome', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })
    test('lets its cards rise', async ({ page }) => {
      await page.goto(paths.apps)
      await expect.poll(() => moving(page)).not.toHaveLength(0)
      for (const card of await cardsOf(page).all()) {
        await card.getByRole('link').scrollIntoViewIfNeeded()
        await expect(card).toHaveCSS('opacity', '1')
      }
    })
  })
  test('keeps its cards still under reduced motion', async ({ page }) => {
    await page.goto(paths.apps)
    expect(await moving(page)).toEqual([])
  })
})

test.describe('the legal pages', () => {
  for (const [path, title] of [
    [paths.privacyPolicy, 'Privacy Policy'],
    [paths.termsOfService, 'Terms of Service'],
  ] as const)
    test(`${title} has its date and the way back`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByText('Last updated: June 30, 2025', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Back to Home', exact: true }).click()
      await expect(page).toHaveURL('/')
    })

  test('the privacy policy promises deletion within 30 days', async ({ page }) => {
    await page.goto(paths.privacyPolicy)
    await expect(page.getByText(/delete your account data, we delete it within 30 days/)).toBeVisible()
  })
})
