import { readFileSync } from 'node:fs'
import { colorFavicon } from '../../contract/look/favicon.ts'
import type { DrawingColors } from './draw.ts'

// Our own drawings, in the colors of a look

/** The drawn logo as a data URL */
export function drawBubble(colors: DrawingColors): string {
  return `data:image/svg+xml;base64,${Buffer.from(bubbleOf(colors)).toString('base64')}`
}

/** The drawn logo as SVG */
export function bubbleOf({ bubble, bubbleSun, paper }: DrawingColors): string {
  const svg = readFileSync(new URL('../../web/public/favicon.svg', import.meta.url), 'utf8')
  return colorFavicon(svg, { bubble, sun: bubbleSun, rays: paper })
}

/** The desk of the home page, as a part of an SVG picture of 1200 x 630 whose right edge cuts it off */
export function colorDesk({ shapes, line }: DrawingColors): string {
  const svg = readFileSync(new URL('../../web/site/illustrations/desk.svg', import.meta.url), 'utf8')
  const [, content = ''] = /<\/title>(.*)<\/svg>/s.exec(svg) ?? []
  const colored = content
    .replaceAll(/class="(\w+)"([^>]*?) fill="#\w+"/g, (whole, name, between) =>
      shapes[name] ? `${between} fill="${shapes[name]}"` : whole,
    )
    // Only for a window in which the lamp has no header to hang from
    .replace(/<path class="ceiling"[^>]*>/, '')
  return `<g transform="translate(633 57) scale(0.889)" fill="none" stroke="${line}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${colored}</g>`
}
