import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, contrastOf, hexToOklch, luminance, oklchToHex } from '../../core/contract/look/oklch.ts'
import {
  type OriginalToken,
  onDeep,
  originalColors,
  type Token,
  themes,
} from '../../core/contract/look/original-colors.ts'
import { minContrast, pairs } from '../../core/contract/look/pairs.ts'
import { derivePalette, originalPicks, type PickedColors } from '../../core/contract/look/palette.ts'
import { createPicker } from '../helpers/random-picks.ts'

const tokens = Object.keys(originalColors) as OriginalToken[]

const pickColors = createPicker(1)

/** Colors at the edges of what can be picked */
const extremes = '#000000 #ffffff #ff0000 #00ff00 #0000ff #ffff00 #00ffff #ff00ff #808080'.split(' ')

/** Returns the pairs of a palette that have too little contrast. */
function findWeakPairs(picked: PickedColors): string[] {
  const { palette } = derivePalette(picked)
  return themes.flatMap((theme) => {
    const luminances = new Map<Token, number>()
    for (const token of Object.keys(palette) as Token[])
      luminances.set(token, luminance(palette[token][theme]))
    const of = (token: Token) => luminances.get(token) ?? Number.NaN
    // A button without an outline has to be visible by its fill.
    const hasEdge = palette['button-edge'][theme] !== 'transparent'
    const fill = { kind: 'shape', front: 'button-fill', back: 'color-paper' } as const
    return [...pairs.filter(({ front }) => hasEdge || front !== 'button-edge'), ...(hasEdge ? [] : [fill])]
      .filter(({ kind, front, back }) => !(contrastOf(of(front), of(back)) >= minContrast[kind]))
      .map(
        ({ kind, front, back }) =>
          `${picked.mainColor} ${picked.actionColor} ${theme}: ${kind} ${front} on ${back}`,
      )
  })
}

test('10,000 random picks give enough contrast to every pair', () => {
  const weak: string[] = []
  for (let round = 0; round < 10_000 && weak.length < 10; round++) weak.push(...findWeakPairs(pickColors()))
  expect(weak).toEqual([])
}, 60_000)

test('the most extreme picks give enough contrast to every pair', () => {
  const weak = extremes.flatMap((mainColor) =>
    extremes.flatMap((actionColor) => findWeakPairs({ mainColor, actionColor })),
  )
  expect(weak).toEqual([])
})

test('the original picks give the original design, with nothing corrected', () => {
  const { palette, corrections } = derivePalette(originalPicks)
  const originals = Object.fromEntries(
    tokens.map((token) => [
      token,
      {
        light: oklchToHex(originalColors[token].light.color),
        dark: oklchToHex(originalColors[token].dark.color),
      },
    ]),
  )
  const derived = Object.fromEntries(
    tokens.map((token) => [
      token,
      { light: palette[token].light.slice(0, 7), dark: palette[token].dark.slice(0, 7) },
    ]),
  )
  expect(derived).toEqual(originals)
  for (const [token, source] of Object.entries(onDeep))
    expect(palette[token as Token]).toEqual(palette[source])
  expect(corrections).toEqual([])
})

test('the original colors are those of the style sheet', () => {
  const css = readFileSync(new URL('../../core/web/styles/tokens.css', import.meta.url), 'utf8')
  const wrong = tokens.filter((token) => {
    const [light, dark] = themes.map((theme) => {
      const { color, alpha } = originalColors[token][theme] as (typeof originalColors)['art-glow']['light']
      return `oklch(${color.l} ${color.c} ${color.h}${alpha === undefined ? '' : ` / ${alpha}`})`
    })
    const own = css.match(new RegExp(`--${token}: (.*);`))?.[1]
    const isBubble = token === 'logo-bubble' && own === `light-dark(var(--color-green), ${dark})`
    return !isBubble && own !== (light === dark ? light : `light-dark(${light}, ${dark})`)
  })
  expect(wrong).toEqual([])
})

test('a picked color that is readable is shown as it was picked', () => {
  const picked = { mainColor: '#1d4ed8', actionColor: '#b91c1c' }
  const { palette, corrections } = derivePalette(picked)
  expect(palette['color-green'].light).toBe(picked.mainColor)
  expect(palette['color-marigold'].light).toBe(picked.actionColor)
  expect(corrections).toEqual([])
  // White text on the red button
  expect(hexToOklch(palette['color-on-marigold'].light).l).toBeGreaterThan(0.95)
})

test('pale picks are made darker, and dark ones lighter in the dark theme, and the corrections say so', () => {
  const pale = derivePalette({ mainColor: '#fff3b0', actionColor: '#fafafa' })
  expect(pale.corrections.map(({ shown: _, ...rest }) => rest)).toEqual([
    { color: 'main', theme: 'light', change: 'darker', reason: 'readable' },
    { color: 'action', theme: 'light', change: 'darker', reason: 'visible' },
  ])
  expect(pale.corrections[0]?.shown).toBe(pale.palette['color-green'].light)
  expect(contrast(pale.palette['color-green'].light, pale.palette['color-paper'].light)).toBeLessThan(5.5)
  // Buttons keep the picked color, and get an outline.
  expect(pale.palette['button-fill'].light).toBe('#fafafa')
  expect(pale.palette['button-edge'].light).toMatch(/^#/)
  expect(pale.palette['button-edge'].dark).toBe('transparent')
  const dark = derivePalette({ mainColor: '#141414', actionColor: '#101010' })
  expect(dark.corrections.map(({ shown: _, ...rest }) => rest)).toEqual([
    { color: 'action', theme: 'dark', change: 'lighter', reason: 'visible' },
  ])
})

test('colors survive the way to OKLCH and back', () => {
  for (let round = 0; round < 2000; round++) {
    const { mainColor: hex } = pickColors()
    expect(oklchToHex(hexToOklch(hex))).toBe(hex)
  }
  // A color that sRGB does not have keeps its lightness and hue.
  const { l, h } = hexToOklch(oklchToHex({ l: 0.6, c: 0.4, h: 150 }))
  expect(l).toBeCloseTo(0.6, 2)
  expect(h).toBeCloseTo(150, 0)
})

test('contrast follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('white is only corrected on the light page', () => {
  const { corrections } = derivePalette({ mainColor: '#000008', actionColor: '#fefefe' })
  expect(corrections.map(({ color, theme }) => [color, theme])).toEqual([['action', 'light']])
})
