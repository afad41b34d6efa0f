import type { LookPlate } from './look.ts'
import { contrast, oklchToHex, toHexPart } from './oklch.ts'
import { originalColors, type Theme } from './original-colors.ts'

/** Smallest contrast with the page at which a part of a logo can be seen well */
const visible = 2
/** Largest share of a logo that may be hard to see */
const maxFaint = 0.4

/** Proposes the plate for a logo. `pixels` are its red, green, blue, and alpha values, one after the other. */
export function choosePlate(pixels: ArrayLike<number>): LookPlate {
  const counts = { opaque: 0, light: 0, dark: 0 }
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue
    counts.opaque++
    const color = toHex([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0])
    if (contrast(color, paper.light) < visible) counts.light++
    if (contrast(color, paper.dark) < visible) counts.dark++
  }
  // A picture without transparent parts brings its own background.
  if (counts.opaque === 0 || counts.opaque > 0.98 * (pixels.length / 4)) return 'none'
  if (counts.light > maxFaint * counts.opaque) return 'dark'
  return counts.dark > maxFaint * counts.opaque ? 'light' : 'none'
}

const pageOf = (theme: Theme) => oklchToHex(originalColors['color-paper'][theme].color)
const paper: Record<Theme, string> = { light: pageOf('light'), dark: pageOf('dark') }

const toHex = (parts: number[]) => `#${parts.map(toHexPart).join('')}`
