import { readRowId } from '../../../../contracts/admin-screens.ts'
import { BookedList } from './booked-list.tsx'
import { OpenTraining } from './open-training.tsx'

/** All booked days, or one of them (`training` in the URL) */
export function BookedTab({ query }: { query: URLSearchParams }) {
  const open = readRowId(query.get('training'))
  return open === undefined ? <BookedList query={query} /> : <OpenTraining key={open} id={open} />
}
