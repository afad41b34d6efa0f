import type { PersonPart } from '../../../people/web/admin/person-part.ts'
import { offerLetterFields } from '../../contract/offers.ts'
import { PersonTraining } from './person-training.tsx'
import { useStatusLock } from './use-status-lock.ts'

export const personPart: PersonPart = { Part: PersonTraining, useStatusLock, letterFields: offerLetterFields }
