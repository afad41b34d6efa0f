import { serveTasks } from '../processes/serve-tasks.ts'
import type { Subject } from './draw.ts'

// This runs in a separate process (draw.ts). It loads only what a subject needs: most sites never draw an icon.

serveTasks(async (subject: Subject): Promise<Uint8Array> => {
  switch (subject.kind) {
    case 'post':
      return (await import('./social-pictures.ts')).drawTextPicture(subject)
    case 'site':
      return (await import('./social-pictures.ts')).drawSitePicture(subject)
    case 'icon':
      return (await import('./icons.ts')).drawIcon(subject)
    case 'logo':
      return (await import('./icons.ts')).drawLogo(subject)
  }
})
