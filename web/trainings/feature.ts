import { offer } from './offer.tsx'

export const trainings = { pages: { offer } }
