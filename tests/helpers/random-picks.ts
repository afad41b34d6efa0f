import type { PickedColors } from '../../core/contract/look/palette.ts'
import { createRandom } from './random.ts'

/** Returns a function that picks random colors, the same ones in every run. */
export function createPicker(seed: number): () => PickedColors {
  const random = createRandom(seed)
  const pick = () => `#${random.below(0x1000000).toString(16).padStart(6, '0')}`
  return () => ({ mainColor: pick(), actionColor: pick() })
}

/** Picks that are hard to make a site of */
export const hardPicks: PickedColors[] = [
  { mainColor: '#1d4ed8', actionColor: '#8b1e2d' },
  { mainColor: '#fff3b0', actionColor: '#ffe873' },
  { mainColor: '#111111', actionColor: '#111111' },
  { mainColor: '#fafafa', actionColor: '#f5f5f5' },
]
