import { expect, test } from 'vitest'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { importInto } from '../../testing/import-into.ts'
import { ghostText } from '../../testing/make-ghost-export.ts'
import { makeZip } from '../../testing/read-source.ts'

// The address of the test server is http://everyday.test.
test('a redirect to our own address becomes a path, and one to itself is left out', async () => {
  const server = await startTestServer()
  const redirects = [
    { from: '/a', to: 'http://everyday.test/blog?x=1#top' },
    { from: '/b', to: 'https://WWW.everyday.test/blog' },
    { from: '/c', to: 'http://everyday.test:81/c' },
    { from: '/d', to: 'https://other.example/d' },
    { from: '/self-1', to: 'http://everyday.test/self-1/' },
    { from: '/self-2', to: '/x/../self-2#part' },
    { from: '/self-3', to: '/%73elf-3?utm_source=old' },
    { from: '/old-1', to: 'http://everyday.test/old-2' },
    { from: '/old-2', to: 'http://everyday.test/old-1' },
  ]
  const file = await makeZip({
    'site.ghost.json': ghostText({ posts: [{ id: 'a' }] }),
    'content/data/redirects.json': JSON.stringify(redirects),
  })
  // With the two former addresses of the post
  const { notes, finished } = await importInto(server, file)
  expect(finished).toMatchObject({ state: 'finished', counts: { redirects: 8 } })
  expect(notes.map(({ about }) => about)).toEqual(['/self-1', '/self-2', '/self-3'])
  for (const { detail } of notes)
    expect(detail).toBe('This redirect was left out, because it leads nowhere or to itself.')
  const lead = async (address: string) => {
    const response = await server.send(address, { redirect: 'manual' })
    return `${response.status} ${response.headers.get('location') ?? ''}`.trim()
  }
  await expect.poll(() => lead('/a')).toBe('301 /blog?x=1#top')
  expect(await lead('/b')).toBe('301 /blog')
  expect(await lead('/c')).toBe('301 http://everyday.test:81/c')
  expect(await lead('/d')).toBe('301 https://other.example/d')
  for (const address of ['/self-1', '/self-2', '/self-3', '/old-1', '/old-2'])
    expect(await lead(address), address).toBe('404')
})
