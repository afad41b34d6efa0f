import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../bin/prepare.js'
import { type Pair, pairs } from './pairs.ts'

/**
 * Decoration: hairlines between things that are apart anyway, and colors of drawings, which no one has to tell from
 * another. Pairs of these have no minimum.
 */
const decoration =
  /^(color-line|art-(sun|glow|sage|moss|leaf|clay|sheet|wood|night)|deep-(sun|sage)|tone|shadow-float)$/

/** Marks without text on them: dots, bars, the fill of a switch */
const marks = /^color-(green|edge|ink|marigold|danger|line|paper)$/

type Use = { at: string; property: string; token: string; block: number }

/** All style sheets. The admin’s own screens keep the original colors, but the writing room shares their styles. */
const sheets = ['home', 'site', 'blog', 'article', 'plain', 'admin'].flatMap((entry) => {
  const path = resolve(root, `app/styles/${entry}.css`)
  return findImports(path)
})
const uses = [...new Set(sheets)].flatMap(findUses)

function findImports(path: string): string[] {
  const cwd = dirname(path)
  const imported = [...readFileSync(path, 'utf8').matchAll(/@import "([^"]+)"/g)].flatMap(([, name = '']) =>
    name.includes('*') ? globSync(name, { cwd }).map((file) => resolve(cwd, file)) : resolve(cwd, name),
  )
  return imported
    .filter((file) => !file.includes('/generated/'))
    .flatMap((file) => [file, ...findImports(file)])
}

/** Finds the declarations that use a color token. `block` is the same for declarations of one rule. */
function findUses(path: string): Use[] {
  const css = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const open: number[] = []
  let blocks = 0
  return [...css.matchAll(/\{|\}|([\w-]+):([^;{}]*);/g)].flatMap(([text, property = '', value = '']) => {
    if (text === '{') open.push(++blocks)
    else if (text === '}') open.pop()
    const tokens = [
      ...value.matchAll(/var\(--((?:color|art|deep|logo|button)-[\w-]+|tone|focus|[\w-]*on-deep)\)/g),
    ]
    return tokens.map(([, token = '']) => ({
      at: `${path.slice(root.length + 1)}: ${property}: var(--${token})`,
      property,
      token: token === 'focus' ? 'color-green' : token,
      block: open.at(-1) ?? 0,
    }))
  })
}

const isListed = (check: (pair: Pair) => boolean) => pairs.some(check)
const places = (found: Use[]) => [...new Set(found.map(({ at }) => at))]

test('there are uses of colors to check', () => {
  expect(uses.length).toBeGreaterThan(150)
})

test('every color of text is in the list of pairs', () => {
  const missing = uses.filter(
    ({ property, token }) =>
      property === 'color' && !isListed(({ kind, front }) => front === token && /text/i.test(kind)),
  )
  // On the dark band, where it is a big figure; the token is `marigold-on-deep` there.
  expect(places(missing)).toEqual([
    'app/pages/web/home/app-development-section.css: color: var(--color-marigold)',
  ])
})

test('every background is in the list of pairs, as what text is on', () => {
  const missing = uses.filter(
    ({ property, token }) =>
      /^background(-color)?$/.test(property) &&
      !decoration.test(token) &&
      !marks.test(token) &&
      !isListed(({ kind, back }) => back === token && /text/i.test(kind)),
  )
  expect(places(missing)).toEqual([])
})

test('a text color and a background in one rule are a pair in the list', () => {
  const together = uses.flatMap((front) =>
    front.property === 'color'
      ? uses
          .filter(
            (back) =>
              /^background(-color)?$/.test(back.property) &&
              back.block === front.block &&
              back.at.split(':')[0] === front.at.split(':')[0],
          )
          .map((back) => [front.token, back.token] as const)
      : [],
  )
  expect(together.length).toBeGreaterThan(5)
  const missing = together.filter(
    ([front, back]) => !isListed((one) => one.front === front && one.back === back && one.kind === 'text'),
  )
  expect(missing).toEqual([])
})

test('every other color is in the list of pairs, or decoration', () => {
  const missing = uses.filter(
    ({ property, token }) =>
      !/^(color|background(-color)?)$/.test(property) &&
      !property.startsWith('--') &&
      !decoration.test(token) &&
      !isListed(({ front, back }) => front === token || back === token),
  )
  expect(places(missing)).toEqual([])
})
