import { choice, color, type FieldValues, onOff, picture } from '../site-content/fields.ts'
import { originalPicks } from './palette.ts'

/** The bundled pairs of typefaces, named after the one for headlines and the one for text */
export const fontPairs = {
  'fraunces-figtree': {
    name: 'Warm',
    about: 'A soft serif with a smile.',
    headlines: 'Fraunces',
    text: 'Figtree',
    hasSerifs: true,
  },
  'newsreader-instrument-sans': {
    name: 'Classic',
    about: 'Calm, like a good newspaper.',
    headlines: 'Newsreader',
    text: 'Instrument Sans',
    hasSerifs: true,
  },
  'bricolage-source-sans': {
    name: 'Modern',
    about: 'Plain and lively, without serifs.',
    headlines: 'Bricolage Grotesque',
    text: 'Source Sans 3',
    hasSerifs: false,
  },
  'nunito-nunito-sans': {
    name: 'Friendly',
    about: 'Round and gentle.',
    headlines: 'Nunito',
    text: 'Nunito Sans',
    hasSerifs: false,
  },
} as const

export type FontPair = keyof typeof fontPairs
export const originalFontPair = 'fraunces-figtree' satisfies FontPair

export const fontPairIds = Object.keys(fontPairs) as FontPair[]

/** Name of a typeface's files in the build, without their endings */
export const fontFileName = (family: string) => family.toLowerCase().replaceAll(' ', '-')

const fontPairNames = Object.fromEntries(
  Object.entries(fontPairs).map(([id, { name }]) => [id, name]),
) as Record<FontPair, string>

/**
 * The choices that make up the look of a site. None is free text, because their values are written into a style sheet.
 */
export const lookFields = {
  mainColor: color('Main color', 'Links, marks, and soft surfaces. Drawings follow it.'),
  actionColor: color('Action color', 'Buttons, and what should catch the eye.'),
  fontPair: choice('Typefaces', fontPairNames),
  corners: choice('Corners', {
    square: 'Square',
    slight: 'Slightly rounded',
    soft: 'Soft',
    round: 'Round',
  }),
  logo: picture(
    'Logo',
    'PNG, WebP, or JPEG (not SVG), at least 200 pixels high. Without one, we draw a speech bubble. The icon in browser tabs is made from it, too. The header on phones leaves out the name beside it.',
  ),
  logoPlate: choice(
    'Plate behind the logo',
    {
      none: 'None',
      light: 'Light, in the dark theme',
      dark: 'Dark, in the light theme',
    },
    'For a logo that is hard to see on one of the two backgrounds.',
  ),
  showName: onOff('Show the name beside the logo'),
}

export type Look = FieldValues<typeof lookFields>
export type Corners = Look['corners']
export type LookPlate = Look['logoPlate']

/** The look of the design in core/web/styles/tokens.css */
export const originalLook: Look = {
  ...originalPicks,
  fontPair: originalFontPair,
  corners: 'round',
  logo: '',
  logoPlate: 'none',
  showName: true,
}

/** True if nothing differs from the design. Then pages have no style sheet besides their own. */
export function isOriginalLook(look: Look): boolean {
  // Without a logo, its plate and the name beside it have no effect.
  const visible = look.logo === '' ? { ...look, logoPlate: 'none', showName: true } : look
  return (Object.keys(originalLook) as (keyof Look)[]).every((name) => visible[name] === originalLook[name])
}
