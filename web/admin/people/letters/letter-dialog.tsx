import { useQuery } from '@tanstack/react-query'
import { letterRead } from '../../../../contracts/letters.ts'
import type { Entry } from '../../../../contracts/people.ts'
import { Modal } from '../../../ui/modal.tsx'
import { apiQuery } from '../../api.ts'
import { LoadProblem } from '../../load-problem.tsx'
import { LetterForm } from './letter-form.tsx'

/** Writes an email to the person who wrote an entry. */
export function LetterDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { form, id, name } = entry
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...apiQuery(letterRead, { params: { form, id } }),
    // Loaded each time, because the subject depends on the last email.
    staleTime: 0,
  })
  return (
    <Modal title={`Email to ${name}`} onClose={onClose} wide>
      {error && <LoadProblem what="The email couldn’t be prepared." error={error} onRetry={refetch} />}
      {!error && !isFetchedAfterMount && <p>Loading...</p>}
      {data &&
        isFetchedAfterMount &&
        (data.refusal === null ? (
          <LetterForm entry={entry} page={data} onClose={onClose} />
        ) : (
          <p className="notice">{data.refusal}</p>
        ))}
    </Modal>
  )
}
