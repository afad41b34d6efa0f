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

/** One line for each element that axe finds something wrong with. */
export async function findViolations(page: Page): Promise<string[]> {
  // The builder would load the whole of axe into the page twice for each run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    // Without this, axe also describes every element that is right.
    .options({ resultTypes: ['violations'] })
    .withTags(axeTags)
    // No page of ours has frames, and only frames need the slower mode.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  )
}

/**
 * Expects that axe finds nothing in either color scheme, and that a phone of 320 px does not scroll sideways.
 *
 * Each scheme is checked once: a run of axe is the most expensive step of the browser tests. With two viewports, light
 * colors are checked in the first and dark colors in the second one, so that both layouts are seen. The viewport is the
 * same afterwards; the color scheme is dark.
 */
export async function expectAccessible(page: Page, name = 'it', viewports = [desktop, phone]): Promise<void> {
  const before = page.viewportSize()
  for (const [index, colorScheme] of (['light', 'dark'] as const).entries()) {
    const viewport = viewports[index] ?? viewports[0] ?? desktop
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    expect.soft(await findViolations(page), `${name}, ${colorScheme}, ${viewport.width} px wide`).toEqual([])
  }
  await page.setViewportSize(narrowest)
  const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect.soft(width, `${name} at ${narrowest.width} px is as wide as`).toBeLessThanOrEqual(narrowest.width)
  if (before) await page.setViewportSize(before)
}
