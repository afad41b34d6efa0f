import { expect, test } from 'vitest'
import { localPath, loginPath } from './paths.ts'

test('only local paths are followed after sign-in', () => {
  for (const path of ['/admin', '/admin-simple?tab=waitlist', '/a/b?c=//d', '/a%20b'])
    expect(localPath(path, '/fallback')).toBe(path)
  for (const path of [
    undefined,
    '',
    'admin',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a b',
    '/a\n',
    '/\t/evil',
    '/é',
    'javascript:alert(1)',
  ])
    expect(localPath(path, '/fallback'), path).toBe('/fallback')
  expect(loginPath('/admin?a=b&c')).toBe('/login?next=%2Fadmin%3Fa%3Db%26c')
})
