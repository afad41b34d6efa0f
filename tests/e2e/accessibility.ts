import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const desktop = { width: 1440, height: 900 }
export const phone = { width: 360, height: 740 }
const narrowest = { width: 320, height: 640 }

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const axeSource = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe on the page. Returns one text for each element that breaks a rule; `rules` are all rules by default. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  // Inject axe once per page and pass a dummy source, because the builder would inject all of axe twice in each run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    .options({
      // Without this, axe also collects details about every element that passes.
      resultTypes: ['violations'],
      runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: axeTags },
    })
    // Legacy mode does not support frames of other origins, but it is faster, and no page of the app has frames.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  )
}

/**
 * Expects that axe finds no problem, and that a page 320 px wide does not scroll sideways.
 *
 * A run of axe is the slowest step of the browser tests, so there is one run per viewport: light colors in the first
 * one and dark colors in the second. The viewport is restored afterwards, but the color scheme is not.
 */
export async function expectAccessible(page: Page, name = 'it', viewports = [desktop, phone]): Promise<void> {
  const before = page.viewportSize()
  for (const [index, viewport] of viewports.entries()) {
    const colorScheme = index === 0 ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await unstick(page)
    expect.soft(await findViolations(page), `${name}, ${colorScheme}, ${viewport.width} px wide`).toEqual([])
  }
  if (before) await page.setViewportSize(before)
  await expectToFit(page, name)
}

/** Lets sticky and fixed bars scroll along. axe would call a button too small that such a bar covers in part by chance. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *:not(:modal, [popover])'))
      if (['sticky', 'fixed'].includes(getComputedStyle(element).position))
        Object.assign(element.style, { position: 'relative', inset: 'auto' })
  })
}

/** Expects that a page 320 px wide does not scroll sideways. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(narrowest)
  const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect.soft(width, `${name} at ${narrowest.width} px is as wide as`).toBeLessThanOrEqual(narrowest.width)
  if (before) await page.setViewportSize(before)
}

/**
 * Leaves one section of each markup, and one row of each markup in a table. axe looks at every element, and it finds the
 * same problems in elements that differ only in their words.
 */
export async function removeRepeats(page: Page): Promise<void> {
  await page.evaluate(() => {
    const markupOf = (element: Element) => element.outerHTML.replaceAll(/[^<>]+(?=<)/g, 'words')
    const keepFirsts = (elements: Element[]) => {
      const seen = new Set<string>()
      for (const element of elements) {
        const markup = markupOf(element)
        if (seen.has(markup)) element.remove()
        seen.add(markup)
      }
    }
    for (const body of document.querySelectorAll('tbody')) keepFirsts([...body.rows])
    keepFirsts([...document.querySelectorAll('main > section')])
  })
}
