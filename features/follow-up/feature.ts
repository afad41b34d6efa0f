import type { Feature } from '../manifest/feature.ts'

export const followUp = {} satisfies Feature
