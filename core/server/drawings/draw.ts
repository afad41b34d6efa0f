import type { FontPair, LookPlate } from '../../contract/look/look.ts'
import { createSemaphore } from '../http/limits/semaphore.ts'
import { createProcessRunner } from '../processes/run-in-process.ts'

/** Colors, typefaces, and logo of the drawings. All colors are those of the light theme. */
export type DrawingStyle = {
  fontPair: FontPair
  colors: DrawingColors
  logo?: DrawingLogo | undefined
}

export type DrawingColors = {
  paper: string
  ink: string
  quiet: string
  main: string
  accent: string
  /** Background of a light logo */
  deep: string
  /** Colors of the shapes in our own drawings (core/web/site/illustrations) by their class, and of their lines */
  shapes: Record<string, string>
  line: string
  bubble: string
  bubbleSun: string
}

export type DrawingLogo = { bytes: Uint8Array; plate: LookPlate; hasName: boolean }

/** A picture to draw as a PNG */
export type Subject =
  /** The picture of a post for social networks. The title must be `isDrawable`. */
  | { kind: 'post'; title: string; author: string; siteName: string; style: DrawingStyle }
  /** The picture of the site for social networks */
  | { kind: 'site'; title: string; siteName: string; style: DrawingStyle }
  /** An icon for a browser or the home screen of a phone */
  | {
      kind: 'icon'
      size: number
      /** True for a square without transparent parts, as home screens need it */
      isTile: boolean
      style: DrawingStyle
    }
  /** The logo for emails, whose programs may not know the formats of other pictures */
  | { kind: 'logo'; height: number; style: DrawingStyle & { logo: DrawingLogo } }

/** Loading takes longer than drawing, and 60 MB that are never freed, so the process ends when it is idle. */
const { run } = createProcessRunner<Subject, Uint8Array>(new URL('./draw-process.ts', import.meta.url), {
  wait: 30_000,
  idle: 30_000,
  hasBytes: true,
})
/** One after the other, because they share a process */
const turns = createSemaphore({ max: 1, maxWaiting: Number.POSITIVE_INFINITY })

/** True if the fonts of drawings have every character of a text: Latin-1 and some punctuation. */
export function isDrawable(text: string): boolean {
  return /^[\x20-\x7e\u00a0-\u00ff–—‘’“”•…€™]*$/.test(text)
}

export async function draw(subject: Subject): Promise<Buffer> {
  const png = await turns.run(() => run(subject))
  if (!png) throw new Error('a picture could not be drawn: its process was stopped')
  return Buffer.from(png)
}
