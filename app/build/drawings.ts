import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import type { DrawingSource } from '../../core/web/site/illustrations/drawing.tsx'

/** Vite plugin: `import desk from './desk.svg?drawing'` loads an SVG file as a prop for the component `Drawing`. */
export function drawings(): Plugin {
  return {
    name: 'drawings',
    enforce: 'pre',
    load: {
      filter: { id: /\.svg\?drawing$/ },
      async handler(id) {
        const svg = await readFile(id.replace('?drawing', ''), 'utf8')
        return `export default ${JSON.stringify(readDrawing(svg))}`
      },
    },
  }
}

export function readDrawing(svg: string): DrawingSource {
  const [, viewBox = '', shapes = ''] = /viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(svg) ?? []
  return { viewBox, shapes: shapes.replaceAll(onlyForTools, '') }
}

/**
 * Matches what only drawing programs need: indentation, the title, and colors and strokes, because drawing.css sets
 * those by class for both themes
 */
const onlyForTools = /<title>.*<\/title>|\s+(?=<|\/>|$)|\s(?:fill|stroke)[\w-]*="[^"]*"/g
