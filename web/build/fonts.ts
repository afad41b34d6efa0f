import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

type Face = {
  family: string
  from: string
  axes: Record<string, number | { min: number; max: number }>
  weight: string
  /** Characters that most pages use. The file with these characters is preloaded. */
  base: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const common = `${alphabet}0123456789 .,:!?'’“”-%+$`

/** Latin-1 and typographic punctuation. Other characters fall back to a system font. */
const all = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”•…€™']

/**
 * The two typefaces. Each is split into two files. The first has the characters of nearly every page and is small
 * enough to arrive with the style sheet in the first round trip (docs/decisions/007-fonts.md). The second has the rest
 * of Latin-1, and browsers fetch it only for pages that need it. Headlines have one weight and one optical size, so
 * Fraunces becomes a static font; Figtree keeps its range of weights.
 */
const faces: Face[] = [
  {
    family: 'Fraunces',
    from: '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
    // SOFT (rounder strokes) and WONK (quirkier letters) are custom axes of Fraunces.
    axes: { wght: 580, opsz: 72, SOFT: 60, WONK: 0 },
    weight: '580',
    base: common,
  },
  {
    family: 'Figtree',
    from: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
    // Includes the bullet, which browsers use as the list marker.
    base: `${common};"()&/*–—©@•`,
  },
]

/** Vite plugin: writes the fonts and their style sheet into web/styles/generated before the build reads them. */
export function fonts(): Plugin {
  return {
    name: 'subset-fonts',
    async configResolved() {
      const folder = new URL('../styles/generated/', import.meta.url)
      await mkdir(folder, { recursive: true })
      const rules: string[] = []
      for (const face of faces) {
        // Not import.meta.resolve, which does not exist here, because Vite bundles its configuration file.
        const original = await readFile(createRequire(import.meta.url).resolve(face.from))
        const rest = all.filter((character) => !face.base.includes(character))
        const name = face.family.toLowerCase()
        await writeFile(new URL(`${name}.woff2`, folder), await subset(original, face, face.base))
        await writeFile(new URL(`${name}-rest.woff2`, folder), await subset(original, face, rest.join('')))
        await writeFile(new URL(`${name}-social.ttf`, folder), await cutForPictures(original, face))
        // If two rules have the same family, browsers prefer the later one for characters in its `unicode-range`, and
        // fetch its file only if the page has such characters.
        rules.push(fontFace(face, `${name}.woff2`), fontFace(face, `${name}-rest.woff2`, rest))
      }
      await writeFile(new URL('fonts.css', folder), rules.join('\n'))
    },
  }
}

function subset(original: Buffer, face: Face, characters: string): Promise<Buffer> {
  // noLayoutClosure leaves out glyphs that only layout features such as ligatures use.
  const options = { targetFormat: 'woff2' as const, variationAxes: face.axes, noLayoutClosure: true }
  return subsetFont(original, characters, options)
}

/** A static font for the social pictures (server/posts/rendering/social-picture.ts) */
function cutForPictures(original: Buffer, face: Face): Promise<Buffer> {
  const { wght } = face.axes
  const axes = { ...face.axes, wght: typeof wght === 'object' ? wght.min : (wght ?? 400) }
  return subsetFont(original, all.join(''), { targetFormat: 'truetype', variationAxes: axes })
}

function fontFace(face: Face, file: string, characters?: string[]): string {
  const codes = characters && listRanges(characters.map((character) => character.codePointAt(0) ?? 0))
  return `@font-face {
  font-family: "${face.family}";
  src: url("./${file}") format("woff2");
  font-weight: ${face.weight};
  font-display: swap;${codes ? `\n  unicode-range: ${codes};` : ''}
}
`
}

/** Formats code points as a `unicode-range`. Joins adjacent ones to keep the style sheet small. */
function listRanges(codes: number[]): string {
  const sorted = [...codes].sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const code of sorted) {
    const last = ranges.at(-1)
    if (last && code === last[1] + 1) last[1] = code
    else ranges.push([code, code])
  }
  const hex = (code: number) => code.toString(16)
  return ranges.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ')
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}
