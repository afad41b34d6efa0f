import { globSync, readdirSync, readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { describe, expect, test } from 'vitest'
import { readDrawing } from '../../../../app/build/drawings.ts'

const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.svg'))
const readSvg = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)
const css = globSync('{app,core,features}/**/*.css')
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
const known = new Set(matches(css, /\.([a-z][\w-]*)/g))

test('there are drawings', () => expect(names).toContain('desk.svg'))

describe.each(names)('%s', (name) => {
  const svg = readSvg(name)

  test('is an SVG file of its own that drawing tools can open', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+" /)
    const [, , width, height] = readDrawing(svg).viewBox.split(' ').map(Number)
    expect(new Resvg(svg, { font: { loadSystemFonts: false } })).toMatchObject({ width, height })
  })

  test('has shapes only, which the style sheets know', () => {
    const allowed = ['svg', 'title', 'g', 'path', 'circle', 'ellipse']
    expect(matches(svg, /<(\w+)/g).filter((tag) => !allowed.includes(tag))).toEqual([])
    expect(svg).not.toMatch(/\s(?:style|id|href|on\w+)=/)
    expect(matches(svg, /class="([^"]+)"/g).filter((className) => !known.has(className))).toEqual([])
  })

  test('is on the page without its title, colors, and indentation', () => {
    expect(readDrawing(svg).shapes).toMatch(/^<(?:g|path) .*>$/)
    expect(readDrawing(svg).shapes).not.toMatch(/title|fill=|stroke|\n/)
  })
})

test('every class has one color in all drawings', () => {
  const colors = new Map<string, Set<string>>()
  for (const [, className = '', color = ''] of names
    .map(readSvg)
    .join('\n')
    .matchAll(/class="([^"]+)"[^>]*? (?:fill|stroke)="(#\w+)"/g))
    colors.set(className, (colors.get(className) ?? new Set()).add(color))
  expect([...colors.values()].map(({ size }) => size)).toEqual([...colors.values()].map(() => 1))
  expect(colors.size).toBeGreaterThan(10)
})
