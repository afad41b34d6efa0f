import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ghostText, readGhost } from '../../../testing/make-ghost-export.ts'
import {
  fileText,
  makeFile,
  makeFolder,
  makeZip,
  open,
  readAll,
  readOnlyPost,
  readSource,
} from '../../../testing/read-source.ts'

test('a zip may hold the export, the content folder, and the redirects', async () => {
  const file = await makeZip({
    'site/old.ghost.json': ghostText({ posts: [{ id: '1' }] }),
    'site/content/images/2024/05/desk.jpg': 'desk',
    'site/content/images/2024/05/only_o.png': 'original',
    'site/content/files/2024/05/plan.pdf': 'plan',
    'site/content/data/redirects.json':
      '[{"from":"^\\\\/old\\\\/?$","to":"/new/","permanent":true},{"from":"/a-b","to":"https://x.example/"},{"from":"/(.*)/amp","to":"/$1"}]',
    'site/content/settings/routes.yaml': 'routes:\n',
  })
  const source = await open(file)
  const find = (address: string) => fileText(source, address)
  expect(await find('__GHOST_URL__/content/images/2024/05/desk.jpg')).toBe('desk')
  expect(await find('https://old.example/content/images/size/w600/format/webp/2024/05/desk.jpg')).toBe('desk')
  expect(await find('/content/images/2024/05/only.png')).toBe('original')
  expect(await find('/content/files/2024/05/plan.pdf')).toBe('plan')
  expect(await find('/content/images/2024/05/gone.jpg')).toBeUndefined()
  const { redirects, problems } = await readAll(source)
  expect(redirects.slice(1)).toEqual([
    { type: 'redirect', from: '/old/', to: '/new/' },
    { type: 'redirect', from: '/a-b', to: 'https://x.example/' },
  ])
  expect(problems.map(({ about }) => about)).toEqual(['site/content/data/redirects.json', 'routes.yaml'])
})

test('redirects in YAML are read, and aliases that stand for gigabytes are refused', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'a.json'), ghostText({ posts: [{ id: '1' }] }))
  mkdirSync(join(folder, 'data'))
  const redirects = join(folder, 'data/redirects.yaml')
  writeFileSync(redirects, '301:\n  /one: /two\n302:\n  /three/: /four/\n')
  expect((await readSource(folder)).redirects.slice(1)).toEqual([
    { type: 'redirect', from: '/one', to: '/two' },
    { type: 'redirect', from: '/three/', to: '/four/' },
  ])
  writeFileSync(redirects, 'a: &a ["x","x"]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n')
  await expect(readSource(folder)).rejects.toThrow('The file of redirects can’t be read.')
})

test('a file that is cut, broken, too deep, or without posts is refused in words', async () => {
  const whole = ghostText({ posts: [{ id: '1' }], users: [{ id: 'u', name: 'Ann' }] })
  for (let end = 40; end < whole.length; end += 89)
    await expect(readSource(makeFile('a.json', whole.slice(0, end))), `cut at ${end}`).rejects.toThrow(
      /incomplete or damaged|ends in the middle/,
    )
  await expect(readSource(makeFile('a.json', whole.replace('"posts":[', '"posts":[}')))).rejects.toThrow(
    'incomplete or damaged',
  )
  const deep = whole.replace('"posts":[', `"x":${'['.repeat(10_000)}${']'.repeat(10_000)},"posts":[`)
  await expect(readSource(makeFile('a.json', deep))).rejects.toThrow('nested too deeply')
  await expect(readGhost({ posts: [] })).rejects.toThrow('has no posts of Ghost')
  await expect(readSource(makeFile('a.json', '{"name":"x"}'))).rejects.toThrow('not an export of Ghost')
})

test('a text of more than 8 million characters is left out, and the rest is read', async () => {
  const { posts } = await readGhost({ posts: [{ id: '1', html: 'x'.repeat(8_000_001) }, { id: '2' }] })
  expect(posts.map(({ content }) => content)).toEqual([{ html: '' }, { html: '<p>Text</p>' }])
  expect(posts[0]?.notes[0]?.detail).toMatch(/longer than 8 million characters/)
})

test('a wrapper around the export is not needed', async () => {
  const text = ghostText({ posts: [{ id: '1', title: 'Bare' }] })
    .replace(/^\{"db":\[/, '')
    .replace(/\]\}$/, '')
  expect((await readOnlyPost(makeFile('a.json', text))).title).toBe('Bare')
})

test('profiles, descriptions of tags, and code of the whole site are named', async () => {
  const { problems } = await readGhost({
    posts: [{ id: '1' }],
    tags: [{ id: 't1', name: 'Food', slug: 'food', visibility: 'public', description: 'All about food' }],
    users: [{ id: 'u1', name: 'Ann', bio: 'Cook' }],
    settings: [
      { key: 'codeinjection_head', value: '<style></style>' },
      { key: 'codeinjection_foot', value: '' },
    ],
  })
  const detail = 'Left out, because there is no place for it here.'
  expect(problems).toEqual([
    { about: '1 description or image of a tag', detail },
    { about: '1 profile of an author', detail },
    { about: 'Code injected into the whole site', detail },
  ])
})

test('the menus of two sites are two menus, and those of a newer export of one site are the same', async () => {
  const settings = [{ key: 'navigation', value: '[{"label":"About","url":"/about/"}]' }]
  const keysOf = async (posts: { id: string }[]) =>
    (await readGhost({ posts, settings })).menus.map(({ key }) => key)
  const [first] = await keysOf([{ id: '1' }])
  expect(await keysOf([{ id: '1' }, { id: '2' }])).toEqual([first])
  expect(await keysOf([{ id: '3' }])).not.toEqual([first])
})
