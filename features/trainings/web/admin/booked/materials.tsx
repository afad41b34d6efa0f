import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { apiQuery } from '../../../../../core/web/admin/api.ts'
import { useFocusAfterRemoval } from '../../../../../core/web/admin/focus-after-removal.ts'
import { byId, Rows } from '../../../../../core/web/admin/lists/list-screen.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { TextButton } from '../../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { fileList } from '../../../../media/contract/files.ts'
import { postPaths } from '../../../../posts/contract/post-paths.ts'
import { postList } from '../../../../posts/contract/posts.ts'
import { type Training, trainingMaterialCreate, trainingMaterialDelete } from '../../../contract/trainings.ts'
import { useTrainingChange } from './training-actions.tsx'

const failure = 'Couldn’t change the material'

type MaterialsProps = { training: Training; isLocked: boolean }

/** Files and posts that the client gets with the reminders or after the day */
export function Materials({ training, isLocked }: MaterialsProps) {
  const { materials } = training
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLUListElement>(materials)
  const { run, busy } = useApiMutation(trainingMaterialDelete, {
    failure,
    alwaysInvalidates,
    onSuccess: (changed) => show(changed),
  })
  return (
    <Section id="material" title="Material" level={3} headline={headline}>
      {materials.length === 0 && (
        <p className="form-note">Files and posts that the client gets with the reminders or after the day.</p>
      )}
      <Rows className="training-tasks" ref={rows} rows={materials} keyOf={byId}>
        {({ id, title, path, isAfter }) => (
          <>
            <span>
              <a className="inline-link" href={path} target="_blank" rel="noreferrer" dir="auto">
                {title}
              </a>{' '}
              <span className="tag">{isAfter ? 'After the day' : 'With the reminders'}</span>
            </span>
            {!isLocked && (
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${title}`}
                disabled={busy}
                onClick={(event) => {
                  focusAfter(event.currentTarget)
                  run({ params: { id: training.id, material: id } })
                }}
              >
                <X aria-hidden="true" />
              </button>
            )}
          </>
        )}
      </Rows>
      {!isLocked && <AddMaterial training={training} />}
    </Section>
  )
}

/** Files and posts of each kind that a search shows */
const shownMatches = 5

function AddMaterial({ training }: { training: Training }) {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const query = { q, limit: shownMatches }
  const options = { enabled: q.length > 1, placeholderData: keepPreviousData }
  const files = useQuery({ ...apiQuery(fileList, { query }), ...options })
  const posts = useQuery({ ...apiQuery(postList, { query: { ...query, status: 'published' } }), ...options })
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy } = useApiMutation(trainingMaterialCreate, {
    failure,
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed)
      setTyped('')
    },
  })
  const found =
    q.length > 1
      ? [
          ...(files.data ?? []).map(({ originalName, url }) => ({ title: originalName, path: url })),
          ...(posts.data ?? []).map(({ title, slug }) => ({ title, path: postPaths.post(slug) })),
        ]
      : []
  const isSearched = q.length > 1 && files.data && posts.data
  return (
    <>
      <InputField
        label="Add a file or a post"
        hint="Type a part of its name or title."
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className="form-note" role="status">
        {isSearched &&
          found.length === 0 &&
          'Nothing found. Upload a file in Media, or publish a post, first.'}
      </p>
      <ul className="training-tasks">
        {found.map((match) => (
          <li key={match.path}>
            <span dir="auto">{match.title}</span>
            <span className="form-actions">
              {[false, true].map((isAfter) => (
                <TextButton
                  key={String(isAfter)}
                  busy={busy}
                  onClick={() => run({ params: { id: training.id }, body: { ...match, isAfter } })}
                >
                  {isAfter ? 'After the day' : 'With the reminders'}
                  <span className="sr-only"> {match.title}</span>
                </TextButton>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
