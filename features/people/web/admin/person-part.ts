import { type ComponentType, createContext, use } from 'react'
import type { LetterFields } from '../../contract/letter-fields.ts'
import type { Entry, EntryStatus, PersonEvent } from '../../contract/people.ts'

/** What another feature shows about a person, and which statuses follow from it */
export type PersonPart = {
  Part: ComponentType<{ entry: Entry; events: PersonEvent[] }>
  /** Says which statuses can't be set by hand, and why. */
  useStatusLock(entry: Entry): { isLocked: (status: EntryStatus) => boolean; reason: string | undefined }
  letterFields: LetterFields
}

const noPersonPart = Promise.resolve<PersonPart>({
  Part: () => null,
  useStatusLock: () => ({ isLocked: () => false, reason: undefined }),
  letterFields: {},
})

/** Loads the part, always with the same promise. */
export const noPart = () => noPersonPart
export const PersonPartContext = createContext(noPart)

export const usePersonPart = (): PersonPart => use(use(PersonPartContext)())
