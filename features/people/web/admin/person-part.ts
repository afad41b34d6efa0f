import { type ComponentType, createContext } from 'react'
import type { LetterFields } from '../../contract/letter-fields.ts'
import type { Entry, EntryStatus, PersonEvent } from '../../contract/people.ts'

/** What another feature shows about a person, and which statuses follow from it */
export type PersonPart = {
  Part: ComponentType<{ entry: Entry; events: PersonEvent[] }>
  /** Says which statuses can't be set by hand, and why. */
  useStatusLock(entry: Entry): { isLocked: (status: EntryStatus) => boolean; reason: string | undefined }
  letterFields: LetterFields
}

export const noPersonPart: PersonPart = {
  Part: () => null,
  useStatusLock: () => ({ isLocked: () => false, reason: undefined }),
  letterFields: {},
}

export const PersonPartContext = createContext(noPersonPart)
