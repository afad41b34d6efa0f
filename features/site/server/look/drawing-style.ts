import { originalFontPair } from '../../../../core/contract/look/look.ts'
import type { Palette } from '../../../../core/contract/look/palette.ts'
import type { SiteLook } from '../../../../core/contract/look/site-look.ts'
import type { DrawingColors, DrawingStyle } from '../../../../core/server/drawings/draw.ts'
import { type MediaStore, readPictureFile } from '../../../media/server/store.ts'

/** Collects what drawings need of a look, with the bytes of its logo. */
export async function readDrawingStyle(look: SiteLook | undefined, media: MediaStore): Promise<DrawingStyle> {
  if (!look) return originalStyle
  const { logo, logoFile } = look
  const bytes = logoFile && (await readPictureFile(media, logoFile.name, logoFile.width))
  return {
    fontPair: look.fontPair,
    colors: toColors(look.palette),
    logo: bytes && logo && { bytes, plate: logo.plate, hasName: logo.hasName },
  }
}

export function toColors(palette: Palette): DrawingColors {
  const shapes = ['sun', 'glow', 'sage', 'moss', 'leaf'] as const
  return {
    paper: palette['color-paper'].light,
    ink: palette['color-ink'].light,
    quiet: palette['color-ink-2'].light,
    main: palette['color-green'].light,
    accent: palette['art-sun'].light,
    deep: palette['color-deep'].light,
    shapes: Object.fromEntries(shapes.map((name) => [name, palette[`art-${name}`].light])),
    line: palette['art-line'].light,
    bubble: palette['logo-bubble'].light,
    bubbleSun: palette['logo-sun'].light,
  }
}

/** The original look has hand-made icons and a hand-made picture of the site, so only pictures of posts use this. */
const originalStyle: DrawingStyle = {
  fontPair: originalFontPair,
  colors: {
    paper: '#fdfaf2',
    ink: '#10231b',
    quiet: '#4a5a52',
    main: '#075539',
    accent: '#fcb547',
    deep: '#013424',
    shapes: {},
    line: '#122920',
    bubble: '#075539',
    bubbleSun: '#fcb547',
  },
}
