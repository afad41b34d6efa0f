import type { Token } from './original-colors.ts'

/** Smallest contrast of each kind of pair. Text and controls: WCAG 2.2, 1.4.3 and 1.4.11. */
export const minContrast = {
  text: 4.5,
  /** Text from 24 px on, or from 18.7 px on if it is bold */
  largeText: 3,
  /** Focus rings, borders of fields, checked boxes, marks that mean something */
  control: 3,
  /**
   * The area of a button, whose label has the contrast of text, and accents without a meaning. They only have to be
   * visible; the original design has 1.8.
   */
  shape: 1.6,
} as const

export type Pair = { kind: keyof typeof minContrast; front: Token; back: Token }

const pair = (kind: Pair['kind'], fronts: Token[], backs: Token[]): Pair[] =>
  fronts.flatMap((front) => backs.map((back) => ({ kind, front, back })))

const papers: Token[] = ['color-paper', 'color-paper-2', 'color-paper-3']
const tints: Token[] = ['color-sage', 'color-marigold-soft', 'color-clay-soft', 'color-danger-soft']

/**
 * Every pair of colors that the pages use, except pictures of people and things. A test compares the list with the
 * style sheets (core/contract/look/pairs.test.ts).
 */
export const pairs: Pair[] = [
  ...pair('text', ['color-ink'], [...papers, ...tints]),
  ...pair('text', ['color-ink-2'], [...papers, ...tints]),
  ...pair('text', ['color-paper'], ['color-ink', 'color-green']),
  ...pair('text', ['color-danger'], [...papers, 'color-danger-soft']),
  ...pair('text', ['color-on-deep'], ['color-deep']),
  ...pair('control', ['color-edge'], papers),
  ...pair('text', ['color-green'], ['color-paper', 'color-paper-2']),
  ...pair('control', ['color-green'], ['color-paper-3', ...tints]),
  ...pair('shape', ['color-marigold'], ['color-paper', 'color-paper-2']),
  ...pair('text', ['color-on-marigold'], ['button-fill', 'color-marigold', 'color-marigold-hover']),
  // Only where the fill of a button is hardly visible
  ...pair('control', ['button-edge'], ['color-paper', 'color-paper-2']),
  ...pair('text', ['marigold-on-deep'], ['color-deep']),
  ...pair('text', ['on-marigold-on-deep'], ['marigold-on-deep', 'marigold-hover-on-deep']),
  ...pair('control', ['art-line'], [...papers, ...tints]),
  ...pair('shape', ['logo-bubble'], ['color-paper', 'color-paper-2']),
  ...pair('control', ['logo-sun'], ['logo-bubble']),
]
