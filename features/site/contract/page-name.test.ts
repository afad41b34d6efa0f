import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { nameOfPage } from './page-name.ts'
import { sitePaths } from './site-paths.ts'

test('a page is called by its name, never by its path', () => {
  const pages = [
    paths.home,
    sitePaths.apps,
    postPaths.blog,
    sitePaths.waitlist,
    sitePaths.contact,
    sitePaths.yourData,
    paths.privacyPolicy,
    paths.termsOfService,
    postPaths.blogTag('small steps'),
    postPaths.author('ann'),
    postPaths.post('bread'),
  ]
  for (const path of pages) expect(nameOfPage(path)).not.toContain('/')
  expect(new Set(pages.map((path) => nameOfPage(path))).size).toBe(pages.length)
  expect(nameOfPage(paths.home)).toBe('Home page')
  expect(nameOfPage(sitePaths.waitlist)).toBe('Waitlist page')
})

test('a post is called by its title, or else by its slug', () => {
  expect(nameOfPage(postPaths.post('bread'), 'Bread for many')).toBe('Bread for many')
  expect(nameOfPage(postPaths.post('bread'), null)).toBe('Post “bread”')
  expect(nameOfPage(postPaths.blogTag('a/b é'))).toBe('Posts tagged “a/b é”')
})

test('an address that no page has stays readable', () => {
  expect(nameOfPage('/blog/50%-off')).toBe('Post “50%-off”')
  expect(nameOfPage('/blog/')).toBe('/blog/')
  expect(nameOfPage('/elsewhere')).toBe('/elsewhere')
})
