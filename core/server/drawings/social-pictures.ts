import { readFileSync } from 'node:fs'
import { renderAsync } from '@resvg/resvg-js'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import satori from 'satori'
import { fontFileName, fontPairs } from '../../contract/look/look.ts'
import { type DrawingStyle, isDrawable, type Subject } from './draw.ts'
import { colorDesk, drawBubble } from './own-drawings.ts'

/** Usual size of Open Graph pictures, in pixels */
const size = { width: 1200, height: 630 }

export async function drawTextPicture({
  title,
  author,
  siteName,
  style,
}: Extract<Subject, { kind: 'post' }>): Promise<Uint8Array> {
  const { colors } = style
  return render(
    box(
      {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        ...size,
        boxSizing: 'border-box',
        padding: '76px 80px 64px',
        background: colors.paper,
        color: colors.ink,
        borderBottom: `20px solid ${colors.main}`,
      },
      // The sun of the drawn logo, rising behind the edge.
      box({
        position: 'absolute',
        right: 80,
        bottom: 20,
        width: 280,
        height: 140,
        borderRadius: '140px 140px 0 0',
        background: colors.accent,
      }),
      headline(title, { fontSize: title.length > 70 ? 66 : 92, maxWidth: 1040 }),
      box(
        { display: 'flex', flexDirection: 'column', fontSize: 30 },
        box({ fontFamily: 'text', color: colors.quiet }, isDrawable(author) ? author : ''),
        style.logo ? await logoWithName(style, siteName, 56) : nameOf(siteName),
      ),
    ),
    style,
  )
}

export async function drawSitePicture({
  title,
  siteName,
  style,
}: Extract<Subject, { kind: 'site' }>): Promise<Uint8Array> {
  const { colors } = style
  const page = box(
    {
      display: 'flex',
      flexDirection: 'column',
      ...size,
      boxSizing: 'border-box',
      padding: '76px 72px',
      background: colors.paper,
      color: colors.ink,
    },
    style.logo
      ? await logoWithName(style, siteName, 64)
      : box(
          { display: 'flex', alignItems: 'center', gap: 20 },
          image(drawBubble(colors), 60, 60),
          nameOf(siteName),
        ),
    headline(isDrawable(title) ? title : '', {
      fontSize: title.length > 50 ? 54 : 72,
      maxWidth: 540,
      marginTop: 56,
    }),
  )
  return render(page, style, colorDesk(colors))
}

function headline(text: string, style: CSSProperties) {
  return box(
    { fontFamily: 'headlines', lineHeight: 1.1, letterSpacing: '-0.02em', ...style },
    text.length > 140 ? `${text.slice(0, 139)}…` : text,
  )
}

const nameOf = (siteName: string) =>
  box({ fontFamily: 'headlines', fontSize: 40 }, isDrawable(siteName) ? siteName : '')

async function logoWithName({ logo, colors }: DrawingStyle, siteName: string, height: number) {
  if (!logo) return nameOf(siteName)
  // Loaded only for a site with a logo
  const { readLogo } = await import('./icons.ts')
  // Twice the size, because drawn pictures are often shown on fine screens.
  const { png, width, height: pixels } = await readLogo(logo, colors, { width: 1000, height: height * 2 })
  const shown = { width: Math.round((width * height) / pixels), height }
  return box(
    { display: 'flex', alignItems: 'center', gap: 20 },
    image(`data:image/png;base64,${png.toString('base64')}`, shown.width, shown.height),
    logo.hasName ? nameOf(siteName) : '',
  )
}

/** Lays out and draws a picture. `behind` is SVG that is drawn after the background and before everything else. */
async function render(page: ReactNode, { fontPair }: DrawingStyle, above = ''): Promise<Uint8Array> {
  const svg = await satori(page, { ...size, fonts: readFonts(fontPair) })
  const image = await renderAsync(svg.replace(/<\/svg>$/, `${above}</svg>`), {
    font: { loadSystemFonts: false },
  })
  return image.asPng()
}

// The build generates these fonts (app/build/fonts.ts).
const fontFolder = new URL('../../web/styles/generated/', import.meta.url)

function readFonts(pair: DrawingStyle['fontPair']) {
  const { headlines, text } = fontPairs[pair]
  return (
    [
      ['headlines', headlines, 600],
      ['text', text, 400],
    ] as const
  ).map(([name, family, weight]) => ({
    ...({ name, weight, style: 'normal' } as const),
    data: readFileSync(new URL(`${fontFileName(family)}-social.ttf`, fontFolder)),
  }))
}

function box(style: CSSProperties, ...children: ReactNode[]) {
  return createElement('div', { style }, ...children)
}

const image = (src: string, width: number, height: number) => createElement('img', { src, width, height })
