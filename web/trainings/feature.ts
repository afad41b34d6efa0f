import { offer } from './offer.tsx'

export const trainings = { name: 'trainings', pages: { offer } }
