import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import type { DrawingSource } from '../site/illustrations/drawing.tsx'

/** Vite plugin: `import desk from './desk.svg?drawing'` is an SVG file as the component `Drawing` takes it. */
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

/** Indentation, the title, and the colors and strokes, which drawing.css sets by class for both themes */
const onlyForTools = /<title>.*<\/title>|\s+(?=<|\/>|$)|\s(?:fill|stroke)[\w-]*="[^"]*"/g
