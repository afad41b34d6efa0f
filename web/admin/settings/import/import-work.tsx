import { importCancel, importList, type SiteImport } from '../../../../contracts/imports.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { queryKeyOf } from '../../api.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { Counts } from './counts.tsx'

const titles = { checking: 'Checking', importing: 'Importing', undoing: 'Undoing the import' } as const

/** An import that a job works on. It goes on without this page. */
export function ImportWork({ row }: { row: SiteImport }) {
  const { id, state, position, entries, counts, checked, files, origin } = row
  const canceling = useApiMutation(importCancel, {
    failure: 'It couldn’t be canceled.',
    alwaysInvalidates: [queryKeyOf(importList)],
  })
  const isImport = state === 'importing'
  const all = isImport ? entries : null
  return (
    <section className="import-card" aria-labelledby="import-work">
      <h2 id="import-work">{titles[state as keyof typeof titles]}</h2>
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
        aria-label={titles[state as keyof typeof titles]}
      />
      {state !== 'undoing' && <Counts counts={isImport ? counts : checked} />}
      {state !== 'undoing' && (
        <p>
          <QuietButton busy={canceling.busy} onClick={() => canceling.run({ params: { id }, body: {} })}>
            Cancel
          </QuietButton>
        </p>
      )}
    </section>
  )
}

function sayDone(position: number, all: number | null): string {
  const done = position.toLocaleString('en-US')
  return all === null ? `${done} entries read` : `${done} of ${all.toLocaleString('en-US')} entries`
}
