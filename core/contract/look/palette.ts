import {
  contrast,
  contrastOf,
  hexToOklch,
  luminance,
  type Oklch,
  oklchToHex,
  toHexPart,
  turn,
} from './oklch.ts'
import {
  type OriginalToken,
  onDeep,
  originalColors,
  type StrongToken,
  type Theme,
  type Token,
  themes,
  type Value,
} from './original-colors.ts'
import { minContrast, pairs } from './pairs.ts'

/** `#rrggbb` of each token in each theme, `#rrggbbaa` where it is translucent, or `transparent` */
export type Palette = Record<Token, Record<Theme, string>>

/** A picked color that is shown darker or lighter than it was picked, and why */
export type Correction = {
  color: 'main' | 'action'
  theme: Theme
  change: 'darker' | 'lighter'
  /**
   * `readable`: text needs the contrast. `visible`: the color is hardly visible on the page, so buttons get an outline,
   * and lines and marks are changed.
   */
  reason: 'readable' | 'visible'
  /** The color of text or marks, `#rrggbb` */
  shown: string
}

export type PickedColors = { mainColor: string; actionColor: string }

/** The picks that give the original design */
export const originalPicks = { mainColor: '#065539', actionColor: '#f6ae2f' } as const satisfies PickedColors

/**
 * Derives the colors of both themes from two picked ones. Each token keeps its distance to the color that it follows,
 * so the original picks give the original design. Its lightness is then changed until every pair in use has its
 * contrast (pairs.ts).
 */
export function derivePalette(picked: PickedColors): { palette: Palette; corrections: Correction[] } {
  const picks = {
    main: createFamily(picked.mainColor, originalPicks.mainColor),
    action: createFamily(picked.actionColor, originalPicks.actionColor),
  }
  const palette = Object.fromEntries(
    [...tokens, 'button-fill', 'button-edge', ...Object.keys(onDeep)].map((token) => [
      token,
      { light: '', dark: '' },
    ]),
  ) as Palette
  const corrections: Correction[] = []
  for (const theme of themes) {
    for (const token of tokens) {
      const start = startColor(token, { theme, palette, ...picks })
      // The distance to the original color can lead beyond white or black.
      const wanted = { ...start, l: clamp(start.l, 0, 1) }
      const shown = settle(token, wanted, theme, palette)
      const correction = findCorrection(token, theme, wanted, shown)
      if (correction) corrections.push(correction)
      palette[token][theme] = shown + alphaOf(token, theme)
      if (token === 'color-marigold') deriveButton(palette, theme, wanted)
    }
    deriveOnDeep(palette, theme, picks.action)
  }
  return { palette, corrections }
}

const tokens = Object.keys(originalColors) as OriginalToken[]
const original = (token: OriginalToken, theme: Theme): Value => originalColors[token][theme]

type Family = ReturnType<typeof createFamily>

/** A picked color, and how it differs from the original one */
function createFamily(hex: string, originalHex: string) {
  const [color, from] = [hexToOklch(hex), hexToOklch(originalHex)]
  const vividness = color.c / from.c
  return {
    color,
    /** 1 for the original color, 0 for gray */
    vividness,
    /** Difference in lightness to the original color */
    lighter: color.l - from.l,
    /** The color that is as far from the picked one as the given one is from the original, except its lightness */
    shift: ({ l, c, h }: Oklch, maxVividness: number): Oklch => ({
      l,
      c: c * Math.min(vividness, maxVividness),
      h: shadeHue(color.h + turnBetween(from.h, h) * likeness(color.h, from.h), color.l - l),
    }),
  }
}

/** Degrees from one hue to another, from -180 to 180 */
const turnBetween = (from: number, to: number) => turn(to - from + 180) - 180

/**
 * 1 if the picked hue is the original one, 0 if it is more than 30 degrees away. The small differences in hue between
 * the original tokens suit only their own hues: the same step that warms orange turns yellow into green.
 */
const likeness = (hue: number, originalHue: number) =>
  Math.max(0, 1 - Math.abs(turnBetween(originalHue, hue)) / 30)

/** The hue of a darker shade. Dark yellow looks like olive, so yellow turns toward gold and brown, as paint does. */
function shadeHue(hue: number, darker: number): number {
  const yellowness = Math.max(0, 1 - Math.abs(turnBetween(yellow, hue)) / 22)
  return turn(hue - yellowness * clamp(60 * darker, 0, 25))
}

const yellow = 103

type Context = { theme: Theme; palette: Palette; main: Family; action: Family }

/** Soft colors get at most this share of the original chroma, so that they stay soft when a picked color is vivid. */
const maxVividness = { tint: 1.15, main: 1.35, action: 1.2 }

/** The color of a token before its contrast is considered */
function startColor(token: OriginalToken, context: Context): Oklch {
  const { color, follows } = original(token, context.theme)
  switch (follows) {
    case 'fixed':
      return color
    case 'strong':
      return strong[token as StrongToken](color, context)
    default:
      return tint(color, context[follows === 'tint' ? 'main' : follows], maxVividness[follows])
  }
}

/** A soft color of a family. The less color the picked color has, the more it is like paper. */
function tint(color: Oklch, family: Family, maxVividness: number): Oklch {
  const hint = family.shift(color, maxVividness)
  const warmth = { c: 0.4 * color.c * (1 - Math.min(1, family.vividness)), h: 80 }
  const a = hint.c * cosine(hint.h) + warmth.c * cosine(warmth.h)
  const b = hint.c * sine(hint.h) + warmth.c * sine(warmth.h)
  return { l: color.l, c: Math.hypot(a, b), h: turn((Math.atan2(b, a) * 180) / Math.PI) }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
const cosine = (degrees: number) => Math.cos(radians(degrees))
const sine = (degrees: number) => Math.sin(radians(degrees))
const clamp = (number: number, min: number, max: number) => Math.min(max, Math.max(min, number))

/** Tokens with a rule of their own. Lightness follows the picked color where the design allows it. */
const strong: Record<StrongToken, (color: Oklch, context: Context) => Oklch> = {
  'color-deep': (color, { theme, main }) => ({
    ...main.shift(color, 1.6),
    // In the dark theme, the band must not sink into the page.
    l: clamp(color.l + main.lighter / 2, theme === 'light' ? 0.2 : 0.25, color.l),
  }),
  'color-green': (color, { theme, main }) =>
    theme === 'light'
      ? main.color
      : { ...main.shift(color, Number.POSITIVE_INFINITY), l: Math.max(color.l, main.color.l) },
  'color-marigold': (color, { theme, action }) =>
    theme === 'light'
      ? action.color
      : { ...action.shift(color, Number.POSITIVE_INFINITY), l: color.l + action.lighter },
  'color-on-marigold': (color, { theme, palette, action }) =>
    label(palette['button-fill'][theme], action.shift(color, 1)),
  'color-marigold-hover': (color, { theme, palette, action }) => {
    const [button, text] = [palette['button-fill'][theme], palette['color-on-marigold'][theme]]
    const originalButton = oklchToHex(original('color-marigold', theme).color)
    const step = color.l - hexToOklch(originalButton).l
    return { ...action.shift(color, 1.2), l: hoverLightness(button, text, step) }
  },
  'art-sun': sun,
  'deep-sun': sun,
  'logo-bubble': (color, { theme, palette, main }) =>
    theme === 'light'
      ? hexToOklch(palette['color-green'].light)
      : { ...main.shift(color, 1.4), l: clamp(color.l + main.lighter, 0.36, 0.56) },
  'logo-sun': sun,
}

/** The sun of a drawing follows the action color, but never becomes dark. */
function sun(color: Oklch, { action }: Context): Oklch {
  return {
    ...action.shift(color, 1.2),
    l: clamp(color.l + action.lighter, Math.min(color.l, 0.6), Math.min(0.92, color.l + 0.1)),
  }
}

const lightLabel = { l: 0.985, c: 0.01 }

/** The color of text on a button. Either nearly white or nearly black has enough contrast on any color. */
function label(background: string, dark: Oklch): Oklch {
  const light = { ...lightLabel, h: dark.h }
  const white = { ...light, l: 1, c: 0 }
  for (const candidate of [light, white, dark])
    if (contrast(oklchToHex(candidate), background) >= minContrast.text) return candidate
  return { ...dark, l: 0 }
}

/** The lightness of a button under the pointer: a step away from its label, or from black */
function hoverLightness(button: string, text: string, originalStep: number): number {
  const { l } = hexToOklch(button)
  const isLightLabel = hexToOklch(text).l > 0.6
  if (!isLightLabel) return l + originalStep
  return l < 0.3 ? l + 0.08 : l - 0.05
}

/** The other token of each pair that a token is in, and the smallest contrast with it */
const partners = new Map<Token, { other: Token; min: number }[]>()
for (const { kind, front, back } of pairs)
  for (const [token, other] of [
    [front, back],
    [back, front],
  ] as const)
    partners.set(token, [...(partners.get(token) ?? []), { other, min: minContrast[kind] }])

/**
 * Changes the lightness of a token as little as possible so that it has enough contrast with all tokens before it.
 * Returns `#rrggbb`.
 */
function settle(token: Token, wanted: Oklch, theme: Theme, palette: Palette): string {
  const limits = (partners.get(token) ?? []).flatMap(({ other, min }) => {
    const color = palette[other][theme]
    return color ? [{ luminance: luminance(color), min }] : []
  })
  const isEnough = (hex: string) => {
    const own = luminance(hex)
    return limits.every((limit) => contrastOf(own, limit.luminance) >= limit.min)
  }
  for (let step = 0; step <= 1; step += 0.005)
    for (const l of step === 0 ? [wanted.l] : [wanted.l - step, wanted.l + step]) {
      if (l < 0 || l > 1) continue
      const hex = oklchToHex({ ...wanted, l, h: shadeHue(wanted.h, wanted.l - l) })
      if (isEnough(hex)) return hex
    }
  throw new Error(`no lightness of ${token} has enough contrast in the ${theme} theme`)
}

const alphaOf = (token: OriginalToken, theme: Theme) => {
  const { alpha } = original(token, theme)
  return alpha === undefined ? '' : toHexPart(alpha * 255)
}

/**
 * A button has the picked color, also if that is hardly visible on the page. Then it gets an outline. `wanted` is the
 * action color before it was made visible.
 */
function deriveButton(palette: Palette, theme: Theme, wanted: Oklch): void {
  const fill = oklchToHex(wanted)
  palette['button-fill'][theme] = fill
  palette['button-edge'][theme] =
    fill === palette['color-marigold'][theme] ? 'transparent' : settle('button-edge', wanted, theme, palette)
}

/** Derives the action color on the dark band, which is the usual one if that has enough contrast. */
function deriveOnDeep(palette: Palette, theme: Theme, action: Family): void {
  const usual = palette['button-fill'][theme]
  const shown = settle('marigold-on-deep', hexToOklch(usual), theme, palette)
  palette['marigold-on-deep'][theme] = shown
  if (shown === usual) {
    palette['on-marigold-on-deep'][theme] = palette['color-on-marigold'][theme]
    palette['marigold-hover-on-deep'][theme] = palette['color-marigold-hover'][theme]
    return
  }
  const dark = action.shift(original('color-on-marigold', theme).color, 1)
  palette['on-marigold-on-deep'][theme] = settle('on-marigold-on-deep', label(shown, dark), theme, palette)
  const l = hoverLightness(shown, palette['on-marigold-on-deep'][theme], 0.05)
  const hover = { ...hexToOklch(shown), l }
  palette['marigold-hover-on-deep'][theme] = settle('marigold-hover-on-deep', hover, theme, palette)
}

function findCorrection(
  token: OriginalToken,
  theme: Theme,
  wanted: Oklch,
  shown: string,
): Correction | undefined {
  // The dark theme always shows a light version of the main color.
  const isMain = token === 'color-green' && theme === 'light'
  if (!isMain && token !== 'color-marigold') return undefined
  if (shown === oklchToHex(wanted)) return undefined
  const change = hexToOklch(shown).l < wanted.l ? 'darker' : 'lighter'
  return { color: isMain ? 'main' : 'action', theme, change, reason: isMain ? 'readable' : 'visible', shown }
}
