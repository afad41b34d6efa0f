import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** Basic Latin, Latin-1 and the punctuation of good English. Other letters fall back to a system font. */
const characters = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”•…€™'].join('')

/**
 * The two typefaces, cut down to what the site uses. Headlines have one weight and one optical size, so
 * Fraunces becomes a static font of half the size; the text keeps its range of weights.
 */
const faces: { from: string; to: string; axes: Record<string, number | { min: number; max: number }> }[] = [
  {
    from: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
    to: 'fraunces.woff2',
    axes: { wght: 580, opsz: 72, SOFT: 60, WONK: 0 },
  },
  {
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    to: 'figtree.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
]

/** Vite plugin: writes the subset fonts into web/styles/generated before anything reads it. */
export function fonts(): Plugin {
  return {
    name: 'subset-fonts',
    async configResolved() {
      const folder = new URL('../styles/generated/', import.meta.url)
      await mkdir(folder, { recursive: true })
      for (const face of faces) {
        // Vite bundles its configuration, so import.meta.resolve is not there.
        const original = await readFile(createRequire(import.meta.url).resolve(face.from))
        const subset = await subsetFont(original, characters, {
          targetFormat: 'woff2',
          variationAxes: face.axes,
        })
        await writeFile(new URL(face.to, folder), subset)
      }
    },
  }
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}
