import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'

const features = readdirSync(join(root, 'features')).filter((name) => name !== 'manifest')

/** A feature's pages for the people who use the admin: `office.md`, and one more for each further subject */
function officePages(feature: string) {
  const names = readdirSync(join(root, 'features', feature))
  return names.filter((name) => /^office(-\w+)?\.md$/.test(name)).map((name) => `features/${feature}/${name}`)
}

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'core/README.md',
  ...features.flatMap((name) => [`features/${name}/README.md`, ...officePages(name)]),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
const text = (file: string) => readFileSync(join(root, file), 'utf8')

/** Links to files and to headings: the path from the root, and the heading's anchor */
const readLinks = (file: string) =>
  [...text(file).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)].map(
    ([, path = '', anchor = '']) => ({ path: path ? join(dirname(file), path) : file, anchor }),
  )

/** Anchors of a file's headings, as GitHub makes them */
const readAnchors = (file: string) =>
  [...text(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

/** Files that readers make on their servers */
const ofReaders = ['deploy/.env', 'deploy/site.env']
const scripts = Object.keys(JSON.parse(text('package.json')).scripts)

for (const file of documents) {
  test(`${file} names paths that exist`, () => {
    const links = readLinks(file).map(({ path }) => path)
    const mentioned = [
      ...text(file).matchAll(/`((?:app|bin|core|features|tests|tools|docs|deploy)\/[\w./-]*)`/g),
    ].map((match) => match[1] ?? '')
    const missing = [...links, ...mentioned].filter(
      (path) => !existsSync(join(root, path)) && !ofReaders.includes(path) && !path.includes('/NAME'),
    )
    expect(missing).toEqual([])
  })

  test(`${file} links to headings that exist`, () => {
    const missing = readLinks(file).filter(
      ({ path, anchor }) => anchor && path.endsWith('.md') && !readAnchors(path).includes(anchor),
    )
    expect(missing).toEqual([])
  })

  test(`${file} names commands that exist`, () => {
    const commands = [...text(file).matchAll(/(?:^|`)npm (?:run )?([a-z][\w:-]*)/gm)].map(
      (match) => match[1] ?? '',
    )
    const known = [...scripts, 'ci', 'install']
    expect(commands.filter((command) => !known.includes(command))).toEqual([])
  })
}

for (const feature of features)
  test(`the pages of ${feature} for the office are found from docs/ and from its README`, () => {
    const linked = (file: string) => readLinks(file).map(({ path }) => path)
    expect(linked('docs/README.md')).toEqual(expect.arrayContaining(officePages(feature)))
    expect(linked(`features/${feature}/README.md`)).toEqual(expect.arrayContaining(officePages(feature)))
  })

test('README lists every setting of .env.example and of the code, and no other', () => {
  const inCode = [...text('core/config.ts').matchAll(/^ {4}([A-Z][A-Z_]+):/gm)]
    .map((match) => match[1])
    .filter((name) => name !== 'NODE_ENV')
  const inReadme = [...text('README.md').matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map((match) => match[1])
  const inExample = [...text('.env.example').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1])
  expect(inCode.length).toBeGreaterThan(30)
  expect([...inReadme].sort()).toEqual([...inCode].sort())
  expect([...inExample].sort()).toEqual([...inCode].sort())
})

test('package-lock.json names no registry', () => {
  expect(text('package-lock.json')).not.toMatch(/"resolved": "http/)
})
