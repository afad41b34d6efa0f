import { choosePlate } from '../../../../contracts/look/logo-plate.ts'
import type { LookPlate } from '../../../../contracts/look/look.ts'

/** Side of the small copy of a logo that is examined, in pixels */
const sample = 64

/** Looks at a logo and proposes its plate; none if the picture cannot be read. */
export async function proposePlate(src: string): Promise<LookPlate> {
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
    return 'none'
  }
  return context ? choosePlate(context.getImageData(0, 0, sample, sample).data) : 'none'
}
