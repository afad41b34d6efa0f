import type { Oklch } from './oklch.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/**
 * How a token gets its hue and chroma from the picked colors. `fixed`: not at all. `tint`: a hint of the main color in
 * something that is nearly gray. `main` and `action`: a soft color of the family. `strong`: computed one by one in
 * palette.ts.
 */
type Follows = 'fixed' | 'tint' | 'main' | 'action' | 'strong'

export type Value = { color: Oklch; follows: Follows; alpha?: number }

const value = (follows: Follows, l: number, c: number, h: number, alpha?: number): Value => ({
  color: { l, c, h },
  follows,
  ...(alpha !== undefined && { alpha }),
})
const both = (one: Value) => ({ light: one, dark: one })

/**
 * The colors of the original design, the same as in core/web/styles/tokens.css (a test compares them). The order matters: a
 * token is fitted to the tokens before it (palette.ts).
 */
export const originalColors = {
  'color-paper': { light: value('fixed', 0.985, 0.009, 88), dark: value('tint', 0.19, 0.018, 165) },
  'color-paper-2': { light: value('fixed', 0.958, 0.016, 88), dark: value('tint', 0.228, 0.022, 162) },
  'color-paper-3': { light: value('fixed', 0.925, 0.022, 88), dark: value('tint', 0.285, 0.025, 160) },
  'color-sage': { light: value('main', 0.87, 0.045, 150), dark: value('main', 0.335, 0.045, 158) },
  'color-marigold-soft': {
    light: value('action', 0.92, 0.075, 85),
    dark: value('action', 0.34, 0.042, 78),
  },
  'color-clay-soft': { light: value('fixed', 0.91, 0.04, 50), dark: value('fixed', 0.325, 0.034, 48) },
  'color-danger-soft': { light: value('fixed', 0.93, 0.035, 28), dark: value('fixed', 0.32, 0.06, 28) },
  'color-deep': { light: value('strong', 0.29, 0.06, 165), dark: value('strong', 0.27, 0.045, 165) },
  'color-ink': { light: value('tint', 0.24, 0.03, 165), dark: value('fixed', 0.95, 0.018, 90) },
  'color-ink-2': { light: value('tint', 0.42, 0.025, 165), dark: value('fixed', 0.8, 0.024, 95) },
  'color-line': { light: value('fixed', 0.86, 0.02, 95), dark: value('tint', 0.36, 0.025, 150) },
  'color-edge': { light: value('tint', 0.56, 0.03, 150), dark: value('tint', 0.62, 0.03, 140) },
  'color-danger': { light: value('fixed', 0.48, 0.17, 28), dark: value('fixed', 0.79, 0.12, 28) },
  'color-on-deep': both(value('fixed', 0.97, 0.015, 95)),
  'color-green': { light: value('strong', 0.4, 0.085, 162), dark: value('strong', 0.8, 0.09, 155) },
  'color-marigold': { light: value('strong', 0.8, 0.155, 76), dark: value('strong', 0.81, 0.145, 78) },
  'color-on-marigold': both(value('strong', 0.24, 0.04, 70)),
  'color-marigold-hover': { light: value('strong', 0.76, 0.16, 72), dark: value('strong', 0.86, 0.13, 82) },
  'art-line': { light: value('tint', 0.26, 0.035, 165), dark: value('fixed', 0.94, 0.03, 88) },
  'art-sun': { light: value('strong', 0.82, 0.15, 78), dark: value('strong', 0.69, 0.13, 72) },
  'art-glow': { light: value('action', 0.9, 0.1, 86, 0.55), dark: value('action', 0.62, 0.11, 78, 0.22) },
  'art-sage': { light: value('main', 0.87, 0.045, 150), dark: value('main', 0.37, 0.045, 158) },
  'art-moss': { light: value('main', 0.73, 0.075, 152), dark: value('main', 0.46, 0.06, 154) },
  'art-leaf': { light: value('main', 0.5, 0.09, 160), dark: value('main', 0.52, 0.085, 158) },
  'art-sheet': { light: value('fixed', 1, 0.004, 88), dark: value('tint', 0.29, 0.022, 150) },
  'art-night': { light: value('tint', 0.33, 0.035, 150), dark: value('tint', 0.15, 0.02, 160) },
  'deep-sun': both(value('strong', 0.69, 0.13, 72)),
  'deep-sage': both(value('main', 0.42, 0.055, 160)),
  'logo-bubble': { light: value('strong', 0.4, 0.085, 162), dark: value('strong', 0.44, 0.085, 160) },
  'logo-sun': both(value('strong', 0.82, 0.15, 78)),
} satisfies Record<string, Record<Theme, Value>>

/** The action color on the dark band of the home page. In the original design these are `var()` of usual tokens. */
export const onDeep = {
  'marigold-on-deep': 'color-marigold',
  'on-marigold-on-deep': 'color-on-marigold',
  'marigold-hover-on-deep': 'color-marigold-hover',
} as const

export type OriginalToken = keyof typeof originalColors
export type StrongToken =
  | 'color-deep'
  | 'color-green'
  | 'color-marigold'
  | 'color-on-marigold'
  | 'color-marigold-hover'
  | 'art-sun'
  | 'deep-sun'
  | 'logo-bubble'
  | 'logo-sun'
export type Token = OriginalToken | keyof typeof onDeep | 'button-fill' | 'button-edge'
