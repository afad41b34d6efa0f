import { readFile } from 'node:fs/promises'
import { type CSSProperties, createElement, type ReactNode } from 'react'
import type { Post } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'

/** Open Graph's usual size, in pixels. */
const size = { width: 1200, height: 630 }

// Made by the build (web/build/fonts.ts).
const fontFolder = new URL('../../web/styles/generated/', import.meta.url)
let fonts: Promise<{ name: string; data: Buffer; weight: 400 | 600; style: 'normal' }[]> | undefined

function loadFonts() {
  fonts ??= Promise.all([
    readFile(new URL('fraunces-social.ttf', fontFolder)).then((data) => ({
      ...({ name: 'Fraunces', data, weight: 600, style: 'normal' } as const),
    })),
    readFile(new URL('figtree-social.ttf', fontFolder)).then((data) => ({
      ...({ name: 'Figtree', data, weight: 400, style: 'normal' } as const),
    })),
  ])
  return fonts
}

// The light theme's colours (web/styles/tokens.css).
const paper = '#fdfaf2'
const ink = '#10231b'
const quiet = '#4a5a52'
const green = '#075539'
const sun = '#fcb547'

/** Whether the picture's fonts have every character of a text: Latin-1 and some punctuation. */
export function isDrawable(text: string): boolean {
  return /^[\x20-\x7e\u00a0-\u00ff–—‘’“”•…€™]*$/.test(text)
}

/** The picture of a post for social networks, a PNG. Needs a title that `isDrawable`. */
export async function drawSocialPicture(post: Post, site: Site): Promise<Buffer> {
  // Only now: together they are ten megabytes of memory, and few pictures are made.
  const [{ default: satori }, { renderAsync }] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
  ])
  const long = post.title.length > 70
  const title = post.title.length > 140 ? `${post.title.slice(0, 139)}…` : post.title
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
        title,
      ),
      box(
        { display: 'flex', flexDirection: 'column', fontSize: 30 },
        box({ fontFamily: 'Figtree', color: quiet }, isDrawable(post.author) ? post.author : ''),
        box({ fontFamily: 'Fraunces', fontSize: 40 }, isDrawable(site.name) ? site.name : ''),
      ),
    ),
    { ...size, fonts: await loadFonts() },
  )
  // On a thread of its own: drawing takes tens of milliseconds.
  const image = await renderAsync(svg, { font: { loadSystemFonts: false } })
  return image.asPng()
}

function box(style: CSSProperties, ...children: ReactNode[]) {
  return createElement('div', { style }, ...children)
}
