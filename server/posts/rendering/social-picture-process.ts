import { readFileSync } from 'node:fs'
import { renderAsync } from '@resvg/resvg-js'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import satori from 'satori'
import { type Drawing, type Drawn, isDrawable, type SocialPicture } from './social-picture.ts'

// This runs in a separate process (server/posts/rendering/social-picture.ts).

/** Usual size of Open Graph pictures, in pixels */
const size = { width: 1200, height: 630 }

// The build generates these fonts (web/build/fonts.ts).
const fontFolder = new URL('../../../web/styles/generated/', import.meta.url)
const fonts = (
  [
    ['Fraunces', 'fraunces-social.ttf', 600],
    ['Figtree', 'figtree-social.ttf', 400],
  ] as const
).map(([name, file, weight]) => ({
  ...({ name, weight, style: 'normal' } as const),
  data: readFileSync(new URL(file, fontFolder)),
}))

// The light theme's colors (web/styles/tokens.css)
const paper = '#fdfaf2'
const ink = '#10231b'
const quiet = '#4a5a52'
const green = '#075539'
const sun = '#fcb547'

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ number, picture }: Drawing) => {
  const drawn: Drawn = await draw(picture).then(
    (png) => ({ number, png }),
    (error: unknown) => ({ number, problem: String(error) }),
  )
  process.send?.(drawn)
})

async function draw({ title, author, siteName }: SocialPicture): Promise<Uint8Array> {
  const long = title.length > 70
  const svg = await satori(
    box(
      {
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        ...size,
        boxSizing: 'border-box',
        padding: '76px 80px 64px',
        background: paper,
        color: ink,
        borderBottom: `20px solid ${green}`,
      },
      // The sun of the logo, rising behind the edge.
      box({
        position: 'absolute',
        right: 80,
        bottom: 20,
        width: 280,
        height: 140,
        borderRadius: '140px 140px 0 0',
        background: sun,
      }),
      box(
        {
          fontFamily: 'Fraunces',
          fontSize: long ? 66 : 92,
          lineHeight: 1.1,
          letterSpacing: '-0.02em',
          maxWidth: 1040,
        },
        title.length > 140 ? `${title.slice(0, 139)}…` : title,
      ),
      box(
        { display: 'flex', flexDirection: 'column', fontSize: 30 },
        box({ fontFamily: 'Figtree', color: quiet }, isDrawable(author) ? author : ''),
        box({ fontFamily: 'Fraunces', fontSize: 40 }, isDrawable(siteName) ? siteName : ''),
      ),
    ),
    { ...size, fonts },
  )
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}

function box(style: CSSProperties, ...children: ReactNode[]) {
  return createElement('div', { style }, ...children)
}
