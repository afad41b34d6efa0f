import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import {
  type FontPair,
  fontFileName,
  fontPairIds,
  fontPairs,
  originalFontPair,
} from '../../core/contract/look/look.ts'

type Face = {
  /** File of the typeface's package */
  from: string
  axes: Record<string, number | { min: number; max: number }>
  /** In CSS. All headlines have the same weight there, whatever the font's own scale says. */
  weight: string
  /** Characters that most pages use. The file with these characters is preloaded. */
  base: string
  /**
   * Scale and vertical metrics that make text as wide and lines as high as in the original typeface for the same use, so
   * that every page keeps its lines and every fallback font fits. The scale was measured on the site's own text.
   */
  fitted?: { scale: number; ascent: number; descent: number }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const common = `${alphabet}0123456789 .,:!?'’“”-%+$`

/** Latin-1 and typographic punctuation. Other characters fall back to a system font. */
const all = [...range(0x20, 0x7e), ...range(0xa0, 0xff), ...'–—‘’“”•…€™']

// Headlines have one weight and one optical size, so each of their typefaces becomes a static font. Text keeps its
// range of weights, and has the bullet, which browsers use as the list marker.
const headlines = { weight: '580', base: common }
const text = {
  weight: '400 700',
  base: `${common};"()&/*–—©@•`,
  axes: { wght: { min: 400, max: 700 } },
}
/** Ascent and descent of Fraunces and of Figtree, as shares of the font size */
const headlineMetrics = { ascent: 0.978, descent: 0.255 }
const textMetrics = { ascent: 0.95, descent: 0.25 }

const faces = {
  Fraunces: {
    ...headlines,
    from: 'fraunces-latin-full-normal.woff2',
    // SOFT (rounder strokes) and WONK (quirkier letters) are custom axes of Fraunces.
    axes: { wght: 580, opsz: 72, SOFT: 60, WONK: 0 },
  },
  Figtree: { ...text, from: 'figtree-latin-wght-normal.woff2' },
  Newsreader: {
    ...headlines,
    from: 'newsreader-latin-opsz-normal.woff2',
    axes: { wght: 560, opsz: 72 },
    fitted: { scale: 0.948, ...headlineMetrics },
  },
  'Instrument Sans': {
    ...text,
    from: 'instrument-sans-latin-wght-normal.woff2',
    fitted: { scale: 0.995, ...textMetrics },
  },
  'Bricolage Grotesque': {
    ...headlines,
    from: 'bricolage-grotesque-latin-opsz-normal.woff2',
    axes: { wght: 650, opsz: 60 },
    fitted: { scale: 0.976, ...headlineMetrics },
  },
  'Source Sans 3': {
    ...text,
    from: 'source-sans-3-latin-wght-normal.woff2',
    fitted: { scale: 1.082, ...textMetrics },
  },
  Nunito: {
    ...headlines,
    from: 'nunito-latin-wght-normal.woff2',
    axes: { wght: 760 },
    fitted: { scale: 0.928, ...headlineMetrics },
  },
  'Nunito Sans': {
    ...text,
    from: 'nunito-sans-latin-wght-normal.woff2',
    fitted: { scale: 0.996, ...textMetrics },
  },
} satisfies Record<(typeof fontPairs)[FontPair]['headlines' | 'text'], Face>
type Family = keyof typeof faces

/** Fallbacks in core/web/styles/fallback-fonts.css. They fit all typefaces, because those are fitted to the original ones. */
const serifFallbacks =
  '"Fraunces on Georgia", "Fraunces on Noto Serif", "Fraunces on Times", "Fraunces on DejaVu Serif", serif'
const sansFallbacks = '"Figtree on Arial", "Figtree on Roboto", "Figtree on DejaVu Sans", sans-serif'

/**
 * Fallbacks for headlines without serifs: local fonts and the scale that makes them as wide as Fraunces. Measured like
 * those in core/web/styles/fallback-fonts.css.
 */
const sansHeadlineFallbacks = [
  { name: 'Headline on Arial', locals: ['Arial', 'Liberation Sans', 'Helvetica', 'Arimo'], scale: 0.998 },
  { name: 'Headline on Roboto', locals: ['Roboto'], scale: 1 },
  { name: 'Headline on DejaVu Sans', locals: ['DejaVu Sans'], scale: 0.882 },
]

/** The original pair is in every style sheet of the site. */
const otherPairs = fontPairIds.filter((id) => id !== originalFontPair)

/** The style sheets of the pairs, which the server copies into the style sheet of an office's look */
export const fontPairStyles = otherPairs.map((id) => `core/web/styles/generated/pair-${id}.css`)

/**
 * Vite plugin: writes the fonts and their style sheets into core/web/styles/generated before the build reads them. Each
 * typeface is split into two files. The first has the characters of nearly every page and is small enough to arrive with
 * the style sheet in the first round trip (docs/decisions/007-fonts.md). The second has the rest of Latin-1, and browsers
 * fetch it only for pages that need it.
 */
export function fonts(): Plugin {
  return {
    name: 'subset-fonts',
    async configResolved() {
      const folder = new URL('../../core/web/styles/generated/', import.meta.url)
      await mkdir(folder, { recursive: true })
      for (const [family, face] of Object.entries<Face>(faces)) await writeFontFiles(family, face, folder)
      await writeFile(new URL('fonts.css', folder), [fontFaces('Fraunces'), fontFaces('Figtree')].join('\n'))
      await writeFile(new URL('pair-samples.css', folder), samples())
      for (const id of otherPairs) await writeFile(new URL(`pair-${id}.css`, folder), pairStyle(id))
    },
  }
}

async function writeFontFiles(family: string, face: Face, folder: URL): Promise<void> {
  const name = fontFileName(family)
  const file = `@fontsource-variable/${name}/files/${face.from}`
  // Not import.meta.resolve, which does not exist here, because Vite bundles its configuration file.
  const original = await readFile(createRequire(import.meta.url).resolve(file))
  await writeFile(new URL(`${name}.woff2`, folder), await subset(original, face, face.base))
  await writeFile(new URL(`${name}-rest.woff2`, folder), await subset(original, face, restOf(face).join('')))
  await writeFile(new URL(`${name}-social.ttf`, folder), await cutForPictures(original, face))
}

const restOf = (face: Face) => all.filter((character) => !face.base.includes(character))

/** The fonts of the other pairs, for the admin's screen that shows them. The usual characters are enough there. */
function samples(): string {
  const families = otherPairs.flatMap((id) => [fontPairs[id].headlines, fontPairs[id].text])
  return families.map((family) => fontFace(family, faces[family], `${fontFileName(family)}.woff2`)).join('\n')
}

/** The style sheet of a pair: its fonts, and the two tokens */
function pairStyle(id: FontPair): string {
  const { headlines, text, hasSerifs } = fontPairs[id]
  const fallbacks = hasSerifs ? [] : sansHeadlineFallbacks
  const headlineFallbacks = hasSerifs
    ? serifFallbacks
    : [...fallbacks.map(({ name }) => `"${name}"`), 'sans-serif'].join(', ')
  return [
    fontFaces(headlines),
    fontFaces(text),
    ...fallbacks.map(fallbackFace),
    `@layer tokens {
  :root {
    --font-serif: "${headlines}", ${headlineFallbacks};
    --font-sans: "${text}", ${sansFallbacks};
  }
}
`,
  ].join('\n')
}

/**
 * The rules of both files of a typeface. If two rules have the same family, browsers prefer the later one for characters
 * in its `unicode-range`, and fetch its file only if the page has such characters.
 */
function fontFaces(family: Family): string {
  const face: Face = faces[family]
  const name = fontFileName(family)
  return [
    fontFace(family, face, `${name}.woff2`),
    fontFace(family, face, `${name}-rest.woff2`, restOf(face)),
  ].join('\n')
}

function subset(original: Buffer, face: Face, characters: string): Promise<Buffer> {
  // noLayoutClosure leaves out glyphs that only layout features such as ligatures use.
  const options = { targetFormat: 'woff2' as const, variationAxes: face.axes, noLayoutClosure: true }
  return subsetFont(original, characters, options)
}

/** A static font for the social pictures (core/server/drawings/social-pictures.ts) */
function cutForPictures(original: Buffer, face: Face): Promise<Buffer> {
  const { wght } = face.axes
  const axes = { ...face.axes, wght: typeof wght === 'object' ? wght.min : (wght ?? 400) }
  return subsetFont(original, all.join(''), { targetFormat: 'truetype', variationAxes: axes })
}

function fontFace(family: Family, face: Face, file: string, characters?: string[]): string {
  const codes = characters && listRanges(characters.map((character) => character.codePointAt(0) ?? 0))
  return `@font-face {
  font-family: "${family}";
  src: url("./${file}") format("woff2");
  font-weight: ${face.weight};
  font-display: swap;${face.fitted ? `\n  ${metrics(face.fitted)}` : ''}${codes ? `\n  unicode-range: ${codes};` : ''}
}
`
}

function fallbackFace({ name, locals, scale }: (typeof sansHeadlineFallbacks)[number]): string {
  return `@font-face {
  font-family: "${name}";
  src: ${locals.map((local) => `local("${local}")`).join(', ')};
  ${metrics({ scale, ...headlineMetrics })}
}
`
}

/** The overrides are shares of the scaled font size. */
function metrics({ scale, ascent, descent }: NonNullable<Face['fitted']>): string {
  const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`
  return `size-adjust: ${percent(scale)}; ascent-override: ${percent(ascent / scale)}; descent-override: ${percent(descent / scale)}; line-gap-override: 0%;`
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
