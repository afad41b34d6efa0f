/** The drawn favicon (core/web/public/favicon.svg) in other colors */
export function colorFavicon(svg: string, { bubble, sun, rays }: typeof inFile): string {
  return svg.replaceAll(inFile.bubble, bubble).replaceAll(inFile.sun, sun).replaceAll(inFile.rays, rays)
}

const inFile: Record<'bubble' | 'sun' | 'rays', string> = {
  bubble: '#075539',
  sun: '#fcb547',
  rays: '#fdfaf2',
}
