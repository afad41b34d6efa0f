import type { Look, LookPlate } from './look.ts'
import type { Palette } from './palette.ts'

/** The logo as it is shown at the head of a page */
export type LogoPicture = {
  /** Path of the picture's file */
  src: string
  /** Shown size in CSS pixels */
  width: number
  height: number
  plate: LookPlate
  /** True if the name is written beside it */
  hasName: boolean
}

/** A look that differs from the original design, with everything that pages, emails, and pictures need of it */
export type SiteLook = Pick<Look, 'mainColor' | 'actionColor' | 'fontPair' | 'corners'> & {
  palette: Palette
  logo: LogoPicture | undefined
  /** Name of the logo's files in the media store, and the width of the one that pictures are made from */
  logoFile: { name: string; width: number } | undefined
  /** Changes whenever the look does: a part of the addresses of icons and pictures */
  version: string
  /** Path of the style sheet of a look that is not public yet, for its preview */
  draftStyle?: string
}

/**
 * The address of an icon or a social picture. Browsers and social networks keep these for long, so a look adds its
 * version.
 */
export const withVersion = (path: string, look: SiteLook | undefined) =>
  look ? `${path}${path.includes('?') ? '&' : '?'}v=${look.version}` : path

/** Size of a card on social networks, in pixels. They cut other pictures to its shape. */
export const socialCard = { width: 1200, height: 630 } as const
