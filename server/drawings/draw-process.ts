import type { Drawing, Drawn, Subject } from './draw.ts'

// This runs in a separate process (draw.ts).

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ number, subject }: Drawing) => {
  const drawn: Drawn = await draw(subject).then(
    (png) => ({ number, png }),
    (error: unknown) => ({ number, problem: String(error) }),
  )
  process.send?.(drawn)
})

/** Loads only what a subject needs: most sites never draw an icon. */
async function draw(subject: Subject): Promise<Uint8Array> {
  switch (subject.kind) {
    case 'post': {
      const { drawPostPicture } = await import('./social-pictures.ts')
      return drawPostPicture(subject)
    }
    case 'site': {
      const { drawSitePicture } = await import('./social-pictures.ts')
      return drawSitePicture(subject)
    }
    case 'icon': {
      const { drawIcon } = await import('./icons.ts')
      return drawIcon(subject)
    }
    case 'logo': {
      const { drawLogo } = await import('./icons.ts')
      return drawLogo(subject)
    }
  }
}
