import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** One line for each element that axe finds something wrong with. */
export async function findViolations(page: Page): Promise<string[]> {
  // No page of ours has frames, which is all that the slower mode is for.
  const { violations } = await new AxeBuilder({ page }).withTags(axeTags).setLegacyMode().analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  )
}
