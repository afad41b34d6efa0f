import type { Corners } from './look.ts'
import { onDeep, type Theme, type Token, themes } from './original-colors.ts'
import { derivePalette, originalPicks, type Palette } from './palette.ts'

/** Radii of small, medium, and large surfaces, and of pills, in px */
const radii = {
  square: { sm: 0, md: 0, lg: 0, full: 0 },
  slight: { sm: 4, md: 6, lg: 8, full: 8 },
  soft: { sm: 6, md: 10, lg: 16, full: 999 },
  round: { sm: 8, md: 14, lg: 28, full: 999 },
} as const satisfies Record<Corners, Record<string, number>>

/**
 * The custom properties that differ from core/web/styles/tokens.css, as a style sheet. They are in the layer of the tokens,
 * so that the print styles still override them.
 */
export function writeLookStyle({ palette, corners }: { palette: Palette; corners: Corners }): string {
  const properties = [...colorProperties(palette), ...radiusProperties(corners)]
  return properties.length > 0 ? `@layer tokens{:root{${properties.join(';')}}}` : ''
}

function colorProperties(palette: Palette): string[] {
  const tokens = Object.keys(palette) as Token[]
  return tokens
    .filter((token) => themes.some((theme) => palette[token][theme] !== defaultOf(token, theme, palette)))
    .map((token) => {
      const { light, dark } = palette[token]
      return `--${token}:${light === dark ? light : `light-dark(${light},${dark})`}`
    })
}

/** The value that the token has if only the other properties are written */
function defaultOf(token: Token, theme: Theme, palette: Palette): string {
  if (token === 'button-fill') return palette['color-marigold'][theme]
  if (token === 'button-edge') return 'transparent'
  if (token in onDeep) return palette[onDeep[token as keyof typeof onDeep]][theme]
  if (token === 'logo-bubble' && theme === 'light') return palette['color-green'].light
  return originalPalette[token][theme]
}

const originalPalette = derivePalette(originalPicks).palette

function radiusProperties(corners: Corners): string[] {
  return Object.entries(radii[corners])
    .filter(([name, px]) => px !== radii.round[name as keyof typeof radii.round])
    .map(([name, px]) => `--radius-${name}:${px}px`)
}
