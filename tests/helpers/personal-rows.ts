import { loadTesting } from './feature-testing.ts'
import type { TestServer } from './launch-server.ts'

/** What a feature adds to the tests of access and deletion, in `features/NAME/testing/personal-rows.ts` */
export type PersonalRows = {
  /** Adds data about Ann to its tables, and data about other people next to it. */
  fill?(server: TestServer): Promise<unknown>
  /** Fills all its tables, also those that only rare events fill. */
  fillMore?(server: TestServer): Promise<unknown>
  /** Does what its daily jobs do. */
  runJobs?(server: TestServer): Promise<unknown>
  /** Tables of which `fill` and `fillMore` fill every column with text */
  filled?: string[]
  /** Its tables with text that hold nothing that was written by or about a person */
  withoutPersons?: string[]
  /** Checks what is left, and what is possible, once Ann is gone. */
  checkGone?(server: TestServer): Promise<void>
}

/** Not loaded with this module, which modules of features import. */
export const loadPersonalRows = () => loadTesting<PersonalRows>('personal-rows.ts', 'personalRows')
