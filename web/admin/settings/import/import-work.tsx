import { importCancel, importList, type SiteImport } from '../../../../contracts/imports.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { queryKeyOf } from '../../api.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { Counts } from './counts.tsx'

/** An import that a job works on. It goes on without this page. */
export function ImportWork({ row, onChanged }: { row: SiteImport; onChanged: () => void }) {
  const { id, state, position, entries, counts, checked, files, origin } = row
  const canceling = useApiMutation(importCancel, {
    failure: 'It couldn’t be canceled.',
    alwaysInvalidates: [queryKeyOf(importList)],
    onReloaded: onChanged,
  })
  const isImport = state === 'importing'
  const all = isImport ? entries : null
  return (
    <>
      <p>
        <bdi>{files[0]?.name}</bdi>
        {state !== 'undoing' && `: ${sayDone(position, all)}`}.{' '}
        {origin === 'command'
          ? 'A command on the server does this.'
          : 'You can close this page. It goes on without it.'}
      </p>
      <progress
        className="issue-progress"
        {...(all !== null && { max: all, value: position })}
        aria-label="Progress"
      />
      {state !== 'undoing' && <Counts counts={isImport ? counts : checked} />}
      {state !== 'undoing' && (
        <p>
          <QuietButton busy={canceling.busy} onClick={() => canceling.run({ params: { id }, body: {} })}>
            Cancel
          </QuietButton>
        </p>
      )}
    </>
  )
}

function sayDone(position: number, all: number | null): string {
  const done = position.toLocaleString('en-US')
  return all === null ? `${done} entries read` : `${done} of ${all.toLocaleString('en-US')} entries`
}
