import { expect, test } from 'vitest'
import { originalContent, sectionIds } from '../../tests/helpers/site-sections.ts'

test('the sections of all features have their places in the list, and on the home page', () => {
  const home = ['services', 'appDevelopment', 'stats', 'community', 'apps', 'insights', 'onSiteTraining']
  const parts = [...home, 'latestPosts', 'newsletterBox']
  const pages = ['appsPage', 'waitlist', 'contact', 'blog', 'privacyPolicy', 'termsOfService', 'notFound']
  expect(sectionIds).toEqual(['look', 'menu', 'footer', 'homeLayout', 'hero', ...parts, ...pages])
  const layout = [...parts, 'contact'].map((part) => ({ part, isShown: true }))
  expect(originalContent.homeLayout.sections).toEqual(layout)
})
