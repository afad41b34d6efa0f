import { expect, test } from 'vitest'
import { hasFeature } from '../../../../tests/helpers/feature-testing.ts'
import { groupSections } from '../../contract/site-content/arrange-sections.ts'
import { allSections, originalContent, sectionIds } from '../../testing/site-sections.ts'

test('the sections of all features have their places in answers, in the list, and on the home page', () => {
  const home = ['services', 'appDevelopment', 'stats', 'community', 'apps', 'insights', 'onSiteTraining']
  const parts = [
    ...[...home, ...(hasFeature('events') ? ['nextDates'] : []), 'latestPosts'],
    ...(hasFeature('newsletter') ? ['newsletterBox'] : []),
  ]
  const pages = ['appsPage', 'waitlist', 'planPage', 'contact', 'blog']
  const legal = ['privacyPolicy', 'termsOfService']
  expect(sectionIds).toEqual([
    ...['look', 'menu', 'hero', 'homeLayout'],
    ...[...parts, 'footer', ...pages, 'notFound', ...legal],
  ])
  expect(groupSections(allSections).map(({ sections }) => sections.map(({ id }) => id))).toEqual([
    ['look', 'menu', 'footer'],
    ['homeLayout', 'hero', ...parts],
    [...pages, ...legal, 'notFound'],
  ])
  const layout = [...parts, 'contact'].map((part) => ({ part, isShown: true }))
  expect(originalContent.homeLayout.sections).toEqual(layout)
})
