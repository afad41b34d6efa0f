import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../bin/prepare.js'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'core/README.md',
  ...readdirSync(join(root, 'features'))
    .filter((name) => name !== 'manifest')
    .map((name) => `features/${name}/README.md`),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
const text = (file: string) => readFileSync(join(root, file), 'utf8')
/** Files that readers make on their servers */
const ofReaders = ['deploy/.env', 'deploy/site.env']
const scripts = Object.keys(JSON.parse(text('package.json')).scripts)

for (const file of documents) {
  test(`${file} names paths that exist`, () => {
    const links = [...text(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map((match) =>
      join(dirname(file), match[1] ?? ''),
    )
    const mentioned = [
      ...text(file).matchAll(/`((?:app|bin|core|features|tests|tools|docs|deploy)\/[\w./-]*)`/g),
    ].map((match) => match[1] ?? '')
    const missing = [...links, ...mentioned].filter(
      (path) => !existsSync(join(root, path)) && !ofReaders.includes(path),
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
