import { choosePlate } from '../../../../../core/contract/look/logo-plate.ts'
import type { Look } from '../../../../../core/contract/look/look.ts'

/** Side of the small copy of a logo that is examined, in pixels */
const sample = 64
/** A logo that is wider than this, relative to its height, most likely has the name in it. */
const wideFrom = 2.2

/** Looks at a logo and proposes how to show it. A picture that cannot be read gets no plate. */
export async function proposeSettings(src: string): Promise<Pick<Look, 'logoPlate' | 'showName'>> {
  const picture = new Image()
  picture.src = src
  const canvas = document.createElement('canvas')
  canvas.width = sample
  canvas.height = sample
  const context = canvas.getContext('2d')
  try {
    await picture.decode()
    context?.drawImage(picture, 0, 0, sample, sample)
  } catch {
    return { logoPlate: 'none', showName: true }
  }
  return {
    logoPlate: context ? choosePlate(context.getImageData(0, 0, sample, sample).data) : 'none',
    showName: picture.naturalWidth < wideFrom * picture.naturalHeight,
  }
}
